import { isObject, type JsonObject } from '../json/values.ts'
import { oauthAddresses, type CredentialEnvironment } from '../oauth/environments.ts'
import type { GroupDocument } from './content.ts'

function changeEach(values: unknown, change: (value: JsonObject) => JsonObject): unknown {
  if (!isObject(values)) return values
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, value]) => [name, isObject(value) ? change(value) : value]))
}

/** Returns a document whose OAuth flows have the portal's addresses for an environment. */
export function withPortalTokens(
  document: GroupDocument,
  portalUrl: string,
  environment: CredentialEnvironment,
): GroupDocument {
  const { components } = document
  if (!isObject(components)) return document
  const { authorization, token } = oauthAddresses(portalUrl, environment)
  const addresses = { authorizationUrl: authorization, tokenUrl: token, refreshUrl: token }
  const withPortal = (flow: JsonObject): JsonObject => {
    const known = Object.entries(addresses).filter(([name]) => name in flow)
    return { ...flow, ...Object.fromEntries(known) }
  }
  return {
    ...document,
    components: {
      ...components,
      securitySchemes: changeEach(components['securitySchemes'], (scheme) => ({
        ...scheme,
        ...('flows' in scheme && { flows: changeEach(scheme['flows'], withPortal) }),
      })),
    },
  }
}
