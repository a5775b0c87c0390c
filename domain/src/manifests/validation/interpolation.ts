import { nearestName } from '../../permissions/nearest.ts'
import { isHttps } from '../../text/addresses.ts'

/** Values that the platform fills into an address. */
export const builtInTokens = [
  'procore.company.id',
  'procore.company.name',
  'procore.project.id',
  'procore.project.name',
] as const

const platformPrefix = 'procore'

const token = /\{\{\s*([A-Za-z][A-Za-z0-9_.]*)\s*\}\}/g
const maxParameterKey = 63
const parameterKey = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${maxParameterKey - 1}}$`)

/** Returns the names between double braces. */
export const findTokens = (template: string): string[] =>
  [...template.matchAll(token)].map(([, name]) => name ?? '')

/** Returns whether any `{{` does not start a token. The browser would get the braces unchanged. */
export const hasBrokenToken = (template: string): boolean => template.replaceAll(token, '').includes('{{')

/** Returns a message for each name that is neither built in nor one of the component's parameters. */
export function unknownTokens(template: string, parameterKeys: readonly string[]): string[] {
  const known = [...builtInTokens, ...parameterKeys]
  const unknown = findTokens(template).filter((name) => !known.includes(name))
  return [...new Set(unknown)].map((name) => {
    const nearest = nearestName(name, known)
    const hint =
      nearest === null
        ? 'Add a parameter with this key, or correct the name.'
        : `Did you mean {{${nearest}}}?`
    return `{{${name}}} isn't built in and isn't a parameter of this component. ${hint}`
  })
}

/** Returns whether the text is an https address once every token has a value. */
export function isHttpsTemplate(template: string): boolean {
  const sample = template.replaceAll(token, 'x')
  return /^https:\/\/[^\s/?#]/i.test(sample) && !/\s/.test(sample) && isHttps(sample)
}

/** Returns whether the text is a complete address without tokens, in any script. */
export const isHttpsAddress = (text: string): boolean => !/[{}]/.test(text) && isHttpsTemplate(text)

/** Returns why a parameter cannot have this key, or null. */
export function parameterKeyProblem(key: string): string | null {
  if (!parameterKey.test(key)) {
    return `"${key}" can't be a parameter key. Keys start with a letter, continue with letters, digits and underscores, and have at most ${maxParameterKey} characters.`
  }
  if (key.toLowerCase().startsWith(platformPrefix)) {
    return `"${key}" can't be a parameter key. Keys that start with "${platformPrefix}" are reserved for the platform.`
  }
  return null
}
