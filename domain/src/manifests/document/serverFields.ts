import type { ManifestContent } from '../contract.ts'
import { type JsonObject, isObject, isText, toArray, toObject } from '../../json/values.ts'
import { splitManifest } from './parts.ts'

export interface ServerFields {
  appName: string
  /** The previous version; null for the first. */
  previous: ManifestContent | null
  newUuid: () => string
}

/**
 * Returns the document with the fields that the server owns, replacing typed values.
 *
 * Ids stay the same across versions, because installed configurations refer to them.
 */
export function withServerFields(content: ManifestContent, server: ServerFields): ManifestContent {
  const { previous, newUuid } = server
  const oldId = toObject(previous?.['app_manifest'])['id']
  const id = isText(oldId) ? oldId : newUuid()
  const { schema_version, app_manifest: _typed, ...rest } = content
  if (splitManifest(content).version === '4.1') {
    const app_manifest = { id, name: server.appName }
    return { schema_version, app_manifest, ...rest, ...componentsWithIds(content, server) }
  }
  const app_manifest = { id }
  const components = toObject(content['components'])
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
 * It is stored as null and filled in on reading, so that saved versions show it once the app has production
 * credentials.
 */
export function withClientId(content: ManifestContent, clientId: string | null): ManifestContent {
  const components = toObject(content['components'])
  const { oauth } = components
  if (!isObject(oauth) || !Array.isArray(oauth['instances'])) return content
  const instances = toArray(oauth['instances']).map((connector) => ({
    ...toObject(connector),
    uid: clientId,
  }))
  return { ...content, components: { ...components, oauth: { ...oauth, instances } } }
}

function uuidOfType(type: string, { previous, newUuid }: ServerFields): string {
  const earlier =
    previous === null ? undefined : splitManifest(previous).components.find((part) => part.type === type)
  const uuid = earlier?.fields['uuid']
  return isText(uuid) ? uuid : newUuid()
}

const componentsWithIds = (content: ManifestContent, server: ServerFields): JsonObject =>
  Object.fromEntries(
    splitManifest(content).components.map(({ type, fields }) => [
      type,
      { ...fields, uuid: uuidOfType(type, server) },
    ]),
  )

function instancesWithIds({ oauth, iframe }: JsonObject, server: ServerFields): JsonObject {
  const frames = toArray(toObject(iframe)['instances']).map((frame) => {
    const fields = toObject(frame)
    const type = fields['type'] === 'sidepanel' ? 'sidepanel' : 'fullscreen'
    return { ...fields, uuid: uuidOfType(type, server) }
  })
  const earlier = toObject(
    toArray(toObject(toObject(server.previous?.['components'])['oauth'])['instances'])[0],
  )
  const connectors = toArray(toObject(oauth)['instances']).map((connector) => ({
    ...toObject(connector),
    uid: null,
    uuid: isText(earlier['uuid']) ? earlier['uuid'] : server.newUuid(),
  }))
  return {
    ...(isObject(oauth) && { oauth: { ...oauth, instances: connectors } }),
    ...(isObject(iframe) && { iframe: { ...iframe, instances: frames } }),
  }
}
