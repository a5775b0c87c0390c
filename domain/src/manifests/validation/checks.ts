import { isLevel, type Scope, scopes } from '../../permissions/levels.ts'
import { nearestName } from '../../permissions/nearest.ts'
import {
  currentToolName,
  findTool,
  isLevelAllowed,
  levelLabels,
  levelsFor,
  nearestToolName,
} from '../../permissions/rules.ts'
import type { ManifestError } from '../contract.ts'
import { hasBrokenToken, isHttpsTemplate, parameterKeyProblem, unknownTokens } from './interpolation.ts'
import { type JsonObject, isText, toArray, toObject, pointer } from '../../json/values.ts'
import { type ComponentPart, type ManifestParts, splitManifest } from '../document/parts.ts'
import { maxEntries, maxSourceUrl } from './schemaParts.ts'
import { viewNames } from '../configurations/views.ts'

/** The inputs to the checks in addition to the document. */
export interface CheckContext {
  isGovernmentCloud: boolean
  /** Accepts an empty document (CONF-45). */
  allowEmpty: boolean
  /** Whether a version with a data connector has been promoted, after which it can't be removed (PERM-11). */
  authCodeLocked: boolean
  /** Whether the app is public, and its newest version has no service account either. Only the server checks it. */
  isServiceAccountBarred?: boolean
}

/**
 * Returns the errors that a JSON Schema cannot express. Also checks an invalid document, so that all its errors are
 * reported together.
 */
export function crossFieldErrors(content: JsonObject, context: CheckContext): ManifestError[] {
  const parts = splitManifest(content)
  return [
    ...emptyErrors(parts, context),
    ...parts.components.flatMap((component) => componentErrors(component, context)),
    ...repeatedComponentErrors(parts),
    ...permissionErrors(parts),
    ...userLevelAuthErrors(parts, context),
    ...serviceAccountErrors(parts, context),
  ]
}

/** Returns whether the document has nothing that could be installed (CONF-44). */
export const isEmptyManifest = (content: JsonObject): boolean => isEmpty(splitManifest(content))

const isEmpty = (parts: ManifestParts): boolean =>
  parts.components.length === 0 && !parts.hasInstruction && !parts.userLevelAuth && hasNoAccess(parts)

/** Returns whether the document asks for no tool. */
const hasNoAccess = (parts: ManifestParts): boolean =>
  toolEntries(parts).every(({ level }) => level === 'none')

function emptyErrors(parts: ManifestParts, context: CheckContext): ManifestError[] {
  if (context.allowEmpty || !isEmpty(parts)) return []
  const message =
    'The manifest is empty. Add a component, permissions, post-installation instructions or user-level authentication.'
  return [{ path: '', message }]
}

function componentErrors(component: ComponentPart, context: CheckContext): ManifestError[] {
  const schemaPath = pointer(component.path, component.configurationKey, 'schema')
  const schema = toObject(toObject(component.fields[component.configurationKey])['schema'])
  const refused =
    context.isGovernmentCloud && component.type === 'sidepanel'
      ? [{ path: component.path, message: "Side panel components aren't available in government cloud." }]
      : []
  return [
    ...refused,
    ...configurationErrors(component, schemaPath, schema),
    ...(component.type === 'sidepanel' ? viewErrors(component) : []),
  ]
}

/** Finding suggestions takes time for each unknown name, so a list with too many entries gets this error alone. */
const tooMany = (path: string, name: string): ManifestError => ({
  path: pointer(path, name),
  message: `"${name}" can have at most ${maxEntries}.`,
})

function configurationErrors(component: ComponentPart, path: string, schema: JsonObject): ManifestError[] {
  const keys = Object.keys(toObject(schema['properties']))
  const required = toArray(schema['required'])
  if (keys.length > maxEntries) return [tooMany(path, 'properties')]
  if (required.length > maxEntries) return [tooMany(path, 'required')]
  return [...addressErrors(component, keys), ...parameterErrors(path, keys, required)]
}

function addressErrors({ fields, urlKey, path }: ComponentPart, keys: string[]): ManifestError[] {
  const template = fields[urlKey]
  if (!isText(template) || template === '') return []
  const at = pointer(path, urlKey)
  if (template.length > maxSourceUrl) {
    return [{ path: at, message: `"${urlKey}" must be at most ${maxSourceUrl} characters long.` }]
  }
  if (hasBrokenToken(template)) {
    const message = `"${urlKey}" has a "{{" that doesn't start a token. Write tokens like {{procore.project.id}} or {{site_code}}.`
    return [{ path: at, message }]
  }
  const errors = unknownTokens(template, keys).map((message) => ({ path: at, message }))
  if (isHttpsTemplate(template)) return errors
  return [...errors, { path: at, message: `"${urlKey}" must be a full URL that starts with https://.` }]
}

function parameterErrors(path: string, keys: string[], required: unknown[]): ManifestError[] {
  const badKeys = keys.flatMap((key) => {
    const message = parameterKeyProblem(key)
    return message === null ? [] : [{ path: pointer(path, 'properties', key), message }]
  })
  const missing = required.flatMap((key, index) =>
    isText(key) && !keys.includes(key)
      ? [
          {
            path: pointer(path, 'required', index),
            message: `"${key}" is required but isn't a parameter of this component.`,
          },
        ]
      : [],
  )
  return [...badKeys, ...missing]
}

function viewErrors({ fields, path }: ComponentPart): ManifestError[] {
  const views = toArray(fields['views'])
  if (views.length > maxEntries) return [tooMany(path, 'views')]
  return views.flatMap((view, index) => {
    if (!isText(view) || viewNames.includes(view)) return []
    const nearest = nearestName(view, viewNames)
    const hint = nearest === null ? 'Choose one from the list of views.' : `Did you mean "${nearest}"?`
    return [{ path: pointer(path, 'views', index), message: `"${view}" isn't a view. ${hint}` }]
  })
}

/**
 * Refuses a repeated type: version 4.1 has one place for each type, while the list of version 3 could contain two
 * (CONF-16).
 */
const repeatedComponentErrors = ({ components }: ManifestParts): ManifestError[] =>
  components
    .filter((component) => components.find(({ type }) => type === component.type) !== component)
    .map(({ type, path }) => {
      const name = type === 'sidepanel' ? 'side panel' : 'full screen'
      return { path, message: `An app can have only one ${name} component. Remove this one.` }
    })

interface ToolEntry {
  scope: Scope
  name: string
  level: unknown
  path: string
}

const toolEntries = ({ permissions }: ManifestParts): ToolEntry[] =>
  scopes.flatMap((scope) =>
    Object.entries(toObject(permissions?.fields[scope])).map(([name, level]) => ({
      scope,
      name,
      level,
      path: pointer(permissions?.path ?? '', scope, name),
    })),
  )

function permissionErrors(parts: ManifestParts): ManifestError[] {
  const entries = toolEntries(parts)
  const crowded = scopes.filter(
    (scope) => entries.filter((entry) => entry.scope === scope).length > maxEntries,
  )
  if (crowded.length > 0) return crowded.map((scope) => tooMany(parts.permissions?.path ?? '', scope))
  return entries.flatMap((entry) => {
    const message = toolProblem(parts, entry) ?? twiceNamed(parts, entry, entries)
    return message === null ? [] : [{ path: entry.path, message }]
  })
}

const nameToday = (parts: ManifestParts, { scope, name }: ToolEntry): string =>
  parts.version === '3' ? currentToolName(scope, name) : name

function toolProblem(parts: ManifestParts, entry: ToolEntry): string | null {
  const { scope, name, level } = entry
  const tool = findTool(scope, nameToday(parts, entry))
  if (tool === undefined) {
    const nearest = nearestToolName(scope, currentToolName(scope, name))
    return `"${name}" isn't a ${scope} tool. ${nearest === null ? 'The permission builder lists all tools.' : `Did you mean "${nearest}"?`}`
  }
  if (!isLevel(level) || isLevelAllowed(tool, level)) return null
  const allowed = levelsFor(tool).map((each) => levelLabels[each])
  return `${tool.friendly_name} doesn't support ${levelLabels[level]}. Choose from ${allowed.join(', ')}.`
}

/** Refuses two names of one tool, such as `portfolio` and `home`: one level would be lost. */
function twiceNamed(parts: ManifestParts, entry: ToolEntry, entries: ToolEntry[]): string | null {
  const today = nameToday(parts, entry)
  const twin = entries.some((other) => other.scope === entry.scope && other.name === today)
  return today !== entry.name && twin
    ? `"${entry.name}" is the old name of "${today}". Keep one of them.`
    : null
}

function userLevelAuthErrors(
  { userLevelAuth, version }: ManifestParts,
  context: CheckContext,
): ManifestError[] {
  if (!context.authCodeLocked || userLevelAuth) return []
  const reason =
    "User-level authentication can't be removed. A version that uses it is in production, and companies may rely on it."
  const remedy =
    version === '4.1' ? 'Set "enabled" of "oauth" to true.' : 'Add an instance to "oauth" in "components".'
  return [{ path: '', message: `${reason} ${remedy}` }]
}

function serviceAccountErrors(parts: ManifestParts, context: CheckContext): ManifestError[] {
  const { permissions, userLevelAuth } = parts
  if (permissions === null) return []
  const { path } = permissions
  if (context.isServiceAccountBarred) {
    const message =
      "The app is public and can't keep a client secret, so a service account doesn't work. Remove its permissions, or ask platform staff to make the app confidential."
    return [{ path, message }]
  }
  const errors: ManifestError[] = []
  // `userLevelAuthErrors` refuses a document that removed it.
  if (!userLevelAuth && !context.authCodeLocked) {
    const message = 'A service account requires user-level authentication. Set "enabled" of "oauth" to true.'
    errors.push({ path, message })
  }
  if (hasNoAccess(parts)) {
    const message =
      'The service account needs at least one tool with a level above None. Choose one, or remove its permissions.'
    errors.push({ path, message })
  }
  return errors
}
