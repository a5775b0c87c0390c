import { scopes } from '../../permissions/levels.ts'
import { currentToolName } from '../../permissions/rules.ts'
import type { ManifestContent } from '../contract.ts'
import { type JsonObject, isObject, toArray, toObject, pointer } from '../../json/values.ts'
import { type ComponentPart, splitManifest } from './parts.ts'

export interface Converted {
  content: ManifestContent
  /** JSON pointers to values of the old document that the new one can't express. */
  dropped: string[]
}

/**
 * Returns the document in schema version 4.1.
 *
 * A version 3 document loses only the names and `required` of components, and the grant type and server-owned ids of
 * its data connector: one pair of credentials now serves every grant.
 */
export function toVersion41(content: ManifestContent): Converted {
  const parts = splitManifest(content)
  if (parts.version === '4.1') return { content, dropped: [] }
  const { app_manifest, post_installation_instruction } = content
  const components = new Map<string, ComponentPart>()
  for (const part of parts.components) if (!components.has(part.type)) components.set(part.type, part)
  const repeated = parts.components.filter((part) => components.get(part.type) !== part)
  const permissions = renameTools(toObject(parts.permissions?.fields))
  return {
    content: {
      schema_version: '4.1',
      ...(isObject(app_manifest) && { app_manifest }),
      ...(isObject(post_installation_instruction) && { post_installation_instruction }),
      ...Object.fromEntries([...components].map(([type, part]) => [type, renameFields(part.fields)])),
      ...(Object.keys(permissions).length > 0 && { permissions }),
      ...(parts.userLevelAuth && { oauth: { enabled: true } }),
    },
    dropped: [
      ...[...components.values()].flatMap(({ path, fields }) => present(path, fields, ['name', 'required'])),
      ...repeated.map((part) => part.path),
      ...connectorLosses(content),
    ],
  }
}

const present = (path: string, fields: JsonObject, keys: string[]): string[] =>
  keys.filter((key) => Object.hasOwn(fields, key)).map((key) => pointer(path, key))

const newNames = new Map([
  ['iframe_src', 'source_url'],
  ['configuration', 'user_configuration'],
])
const lost = ['name', 'type', 'required']

const renameFields = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => !lost.includes(key))
      .map(([key, value]) => [newNames.get(key) ?? key, value]),
  )

const renameTools = (permissions: JsonObject): JsonObject =>
  Object.fromEntries(
    scopes
      .filter((scope) => isObject(permissions[scope]))
      .map((scope) => [
        scope,
        Object.fromEntries(
          Object.entries(toObject(permissions[scope])).map(([name, level]) => [
            currentToolName(scope, name),
            level,
          ]),
        ),
      ]),
  )

const connectorLosses = (content: ManifestContent): string[] =>
  toArray(toObject(toObject(content['components'])['oauth'])['instances']).flatMap((instance, index) =>
    present(pointer('/components/oauth/instances', index), toObject(instance), ['uid', 'uuid', 'grant_type']),
  )
