import { fieldMessages } from './messages.ts'

const isIndex = (part: string | undefined): boolean => part !== undefined && /^\d+$/.test(part)

/** Names that say nothing without what they belong to. */
const partNames = new Set(['label', 'url'])

/** Returns what an entry of a list is: "helpful_link" for `helpful_links`, "picture" for `pictures_attributes`. */
const entryName = (list: string): string =>
  list
    .replace(/_attributes$/, '')
    .replace(/_ids$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<![su])s$/, '')

/**
 * Returns the parts of a path that name a field: the last one, with the entry of a list or the object it belongs to
 * where it would be ambiguous.
 */
function namingParts(path: string): string[] {
  const parts = path.split('.')
  const isOfEntry = isIndex(parts.at(-2))
  if (isIndex(parts.at(-1)) || isOfEntry) {
    const at = parts.findIndex((_part, index) => isIndex(parts[index + 1]))
    return at < 0 ? ['entry', ...parts] : [entryName(parts[at] ?? ''), ...parts.slice(at + 1)]
  }
  return parts.slice(partNames.has(parts.at(-1) ?? '') ? -2 : -1)
}

/**
 * Returns the label of a path: `security_questionnaire.company_legal_name` becomes "Company legal name",
 * `feature_bullets.1` becomes "Feature bullet 2" and `helpful_links.0.url` "Helpful link 1 URL". An id has the name of
 * what it identifies, except a client ID and the platform's ID, which people see as such.
 */
export function labelFor(path: string): string {
  const label = namingParts(path)
    .map((part) =>
      isIndex(part) ? String(Number(part) + 1) : part.replace(/(?<!^(?:client|procore))_ids?$/, ''),
    )
    .join(' ')
    .replaceAll('_', ' ')
    // The wire name of the platform, whose own name is a setting.
    .replace(/\bprocore\b/, 'platform')
    .trim()
    .replaceAll(/\b(?:api|fas|http|id|mfa|rfi|saml|sso|totp|uid|uri|url)\b/g, (word) => word.toUpperCase())
  return label === '' ? 'The input' : label.charAt(0).toUpperCase() + label.slice(1)
}

/** Messages written to appear next to their field: "This field is required", "Enter a whole number from 1". */
const aboutThis = /^This (?:(?:field|email|URL) (?=is )|(?=must |contains ))/
const besideField =
  /^(?:Enter|Write|Choose|Select|Use|At most|At least|Character limit exceeded|Delete)\b.*[^.]$/

/** "Developer notes", but not "Address", "How it works" or "Company headquarters". */
const plural = /[^su]s$/
const singular = /\b(?:headquarters|works|in days)$/

/** Fields that answer a question: "Has trials", "Subscription required". */
const question = /^(?:Has|Can) | required$/

/** Replaces "This field" with the label, including the verb that follows. */
function replaceSubject(message: string, label: string): string {
  const named = message.replace(aboutThis, `${label} `)
  if (!plural.test(label) || singular.test(label) || question.test(label)) return named
  return named.replace(`${label} is `, `${label} are `).replace(`${label} contains `, `${label} contain `)
}

const mentions = (message: string, path: string, label: string): boolean =>
  message.toLowerCase().includes(label.toLowerCase()) || message.startsWith(`${path.split('.').at(-1)} `)

/**
 * Names the field in a message written to appear next to it: "Title is required" for `title` and the specified "This
 * field is required". A complete sentence stays as it is.
 */
export function nameField(path: string, message: string): string {
  const label = labelFor(path)
  if (message === fieldMessages.required && question.test(label)) return `${label}: Answer yes or no`
  if (aboutThis.test(message)) return replaceSubject(message, label)
  if (besideField.test(message) && !mentions(message, path, label)) return `${label}: ${message}`
  return message
}
