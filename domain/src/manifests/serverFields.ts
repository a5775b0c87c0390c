import type { ManifestContent } from './contract.ts'
import { type JsonObject, isObject, isText, listOf, objectOf } from './json.ts'
import { partsOf } from './parts.ts'

export interface ServerFields {
  appName: string
  /** The version before this one; null for the first. */
  previous: ManifestContent | null
  newUuid: () => string
}

/**
 * The document with the fields the server owns written in: whatever was typed there is replaced.
 *
 * Ids stay the same from version to version, because installed configurations refer to them.
 */
export function withServerFields(content: ManifestContent, server: ServerFields): ManifestContent {
  const { previous, newUuid } = server
  const oldId = objectOf(previous?.['app_manifest'])['id']
  const id = isText(oldId) ? oldId : newUuid()
  const { schema_version, app_manifest: _typed, ...rest } = content
  if (partsOf(content).version === '4.1') {
    const app_manifest = { id, name: server.appName }
    return { schema_version, app_manifest, ...rest, ...componentsWithIds(content, server) }
  }
  const app_manifest = { id }
  const components = objectOf(content['components'])
  return {
    schema_version,
    ...rest,
    app_manifest,
    components: { ...components, ...instancesWithIds(components, server) },
  }
}

/**
 * Returns the document with the app's client ID in its data connectors, which version 3 has.
 *
 * It is stored as null and written on reading: saved versions get it when the app's production credentials appear.
 */
export function withClientId(content: ManifestContent, clientId: string | null): ManifestContent {
  const components = objectOf(content['components'])
  const { oauth } = components
  if (!isObject(oauth) || !Array.isArray(oauth['instances'])) return content
  const instances = listOf(oauth['instances']).map((connector) => ({ ...objectOf(connector), uid: clientId }))
  return { ...content, components: { ...components, oauth: { ...oauth, instances } } }
}

function uuidOfType(type: string, { previous, newUuid }: ServerFields): string {
  const earlier =
    previous === null ? undefined : partsOf(previous).components.find((part) => part.type === type)
  const uuid = earlier?.fields['uuid']
  return isText(uuid) ? uuid : newUuid()
}

const componentsWithIds = (content: ManifestContent, server: ServerFields): JsonObject =>
  Object.fromEntries(
    partsOf(content).components.map(({ type, fields }) => [
      type,
      { ...fields, uuid: uuidOfType(type, server) },
    ]),
  )

function instancesWithIds({ oauth, iframe }: JsonObject, server: ServerFields): JsonObject {
  const frames = listOf(objectOf(iframe)['instances']).map((frame) => {
    const fields = objectOf(frame)
    const type = fields['type'] === 'sidepanel' ? 'sidepanel' : 'fullscreen'
    return { ...fields, uuid: uuidOfType(type, server) }
  })
  const earlier = objectOf(
    listOf(objectOf(objectOf(server.previous?.['components'])['oauth'])['instances'])[0],
  )
  const connectors = listOf(objectOf(oauth)['instances']).map((connector) => ({
    ...objectOf(connector),
    uid: null,
    uuid: isText(earlier['uuid']) ? earlier['uuid'] : server.newUuid(),
  }))
  return {
    ...(isObject(oauth) && { oauth: { ...oauth, instances: connectors } }),
    ...(isObject(iframe) && { iframe: { ...iframe, instances: frames } }),
  }
}
