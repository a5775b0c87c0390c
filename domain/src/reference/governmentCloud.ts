import type { GroupDocument } from './content.ts'
import { isObject, type Json } from './rules.ts'

/** Returns whether an OpenAPI server is a sandbox, by its address or description. */
export const isSandboxServer = ({ url, description }: Json): boolean =>
  /sandbox/i.test(`${String(url)} ${String(description)}`)

/** The addresses of an OAuth flow, and where the portal answers them. */
const oauthPaths = {
  authorizationUrl: '/oauth/authorize',
  tokenUrl: '/oauth/token',
  refreshUrl: '/oauth/token',
}

function changeEach(values: unknown, change: (value: Json) => Json): unknown {
  if (!isObject(values)) return values
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, value]) => [name, isObject(value) ? change(value) : value]))
}

const withPortal = (flow: Json, portalUrl: string): Json => {
  const known = Object.entries(oauthPaths).filter(([name]) => name in flow)
  return { ...flow, ...Object.fromEntries(known.map(([name, path]) => [name, `${portalUrl}${path}`])) }
}

/** Returns a document without servers that are sandboxes, whose tokens come from this portal. */
export function forGovernmentCloud(document: GroupDocument, portalUrl: string): GroupDocument {
  const { servers, components } = document
  return {
    ...document,
    ...(Array.isArray(servers) && {
      servers: servers.filter((server) => !(isObject(server) && isSandboxServer(server))),
    }),
    ...(isObject(components) && {
      components: {
        ...components,
        securitySchemes: changeEach(components['securitySchemes'], (scheme) => ({
          ...scheme,
          ...('flows' in scheme && {
            flows: changeEach(scheme['flows'], (flow) => withPortal(flow, portalUrl)),
          }),
        })),
      },
    }),
  }
}
