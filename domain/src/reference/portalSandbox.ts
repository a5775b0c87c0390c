import { isSandboxOperation, sandboxPrefix } from '../platformApi/operations.ts'
import type { GroupDocument } from './content.ts'
import { withoutSandboxServers } from './governmentCloud.ts'
import { withPortalTokens } from './portalTokens.ts'
import { listEndpoints } from './rules.ts'

/**
 * Returns a document whose tokens come from this portal. If this portal serves some of its calls, it lists this
 * portal's sandbox as a server. Other calls keep the servers of the document.
 */
export function withPortalSandbox(document: GroupDocument, portalUrl: string): GroupDocument {
  const adapted = withPortalTokens(document, portalUrl, 'sandbox')
  const endpoints = listEndpoints(document)
  const other = endpoints.filter(({ verb, path }) => !isSandboxOperation(verb, path))
  if (other.length === endpoints.length) return adapted
  const servers: unknown[] = Array.isArray(document['servers']) ? document['servers'] : []
  const sandbox = { url: `${portalUrl}${sandboxPrefix}`, description: 'Sandbox' }
  const paths = { ...document.paths }
  for (const { verb, path, operation } of other) {
    if (servers.length > 0) paths[path] = { ...paths[path], [verb.toLowerCase()]: { servers, ...operation } }
  }
  return {
    ...adapted,
    servers: [sandbox, ...withoutSandboxServers(servers)],
    paths,
  }
}
