import { isObject, type JsonObject } from '../json/values.ts'
import type { GroupDocument } from './content.ts'
import { withPortalTokens } from './portalTokens.ts'

/** Returns whether an OpenAPI server is a sandbox, by its address or description. */
export const isSandboxServer = ({ url, description }: JsonObject): boolean =>
  /sandbox/i.test(`${String(url)} ${String(description)}`)

export const withoutSandboxServers = (servers: unknown[]): unknown[] =>
  servers.filter((server) => !(isObject(server) && isSandboxServer(server)))

/** Returns a document without servers that are sandboxes, whose tokens come from this portal. */
export function forGovernmentCloud(document: GroupDocument, portalUrl: string): GroupDocument {
  const { servers } = document
  return withPortalTokens(
    {
      ...document,
      ...(Array.isArray(servers) && {
        servers: withoutSandboxServers(servers),
      }),
    },
    portalUrl,
    'production',
  )
}
