import { scopes } from '../../permissions/levels.ts'
import type { SchemaVersion } from '../contract.ts'
import { type JsonObject, isObject, toArray, toObject, pointer } from '../../json/values.ts'

export const componentTypes = ['fullscreen', 'sidepanel'] as const
export type ComponentType = (typeof componentTypes)[number]

/** One embedded component, in any schema version. */
export interface ComponentPart {
  type: ComponentType
  path: string
  fields: JsonObject
  urlKey: 'source_url' | 'iframe_src'
  configurationKey: 'user_configuration' | 'configuration'
}

/** The parts of a manifest in the same shape for both schema versions, so that each rule is written once. */
export interface ManifestParts {
  version: SchemaVersion
  components: ComponentPart[]
  /** User-level authentication: users sign in to the app with their platform account. */
  userLevelAuth: boolean
  /** The service account's block. In version 4.1 a block without tools counts as none. */
  permissions: { path: string; fields: JsonObject } | null
  hasInstruction: boolean
}

/** Returns the schema version. "3.2", which introduced side panels, is now written "3". */
export const schemaVersionText = (content: JsonObject): unknown =>
  content['schema_version'] === '3.2' ? '3' : content['schema_version']

export function splitManifest(content: JsonObject): ManifestParts {
  const hasInstruction = Object.keys(toObject(content['post_installation_instruction'])).length > 0
  if (schemaVersionText(content) === '4.1') return { version: '4.1', hasInstruction, ...partsOf41(content) }
  return { version: '3', hasInstruction, ...partsOf3(content) }
}

type VersionedParts = Omit<ManifestParts, 'version' | 'hasInstruction'>

function partsOf41(content: JsonObject): VersionedParts {
  const permissions = toObject(content['permissions'])
  const namesTools = scopes.some((scope) => Object.keys(toObject(permissions[scope])).length > 0)
  return {
    components: componentTypes.flatMap((type) => {
      const fields = content[type]
      if (!isObject(fields)) return []
      return {
        type,
        fields,
        path: pointer('', type),
        urlKey: 'source_url',
        configurationKey: 'user_configuration',
      }
    }),
    userLevelAuth: toObject(content['oauth'])['enabled'] === true,
    permissions: namesTools ? { path: '/permissions', fields: permissions } : null,
  }
}

/** A version 3 data connector always includes user sign-in; its grant type only says what else it does. */
function partsOf3(content: JsonObject): VersionedParts {
  const components = toObject(content['components'])
  const frames = toArray(toObject(components['iframe'])['instances'])
  const [connector] = toArray(toObject(components['oauth'])['instances']).filter(isObject)
  const permissions = connector?.['permissions']
  const isServiceAccount = connector?.['grant_type'] === 'client_credentials' || isObject(permissions)
  return {
    components: frames.flatMap((fields, index) => {
      if (!isObject(fields)) return []
      return {
        type: fields['type'] === 'sidepanel' ? 'sidepanel' : 'fullscreen',
        fields,
        path: pointer('/components/iframe/instances', index),
        urlKey: 'iframe_src',
        configurationKey: 'configuration',
      }
    }),
    userLevelAuth: connector !== undefined,
    permissions: isServiceAccount
      ? { path: '/components/oauth/instances/0/permissions', fields: toObject(permissions) }
      : null,
  }
}
