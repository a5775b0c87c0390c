import { environmentsOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { JWK } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Services } from '../services.ts'
import { createCheckToken, type CheckedToken, type CheckToken } from './checkToken.ts'
import { findOrCreateKeys } from './keys/findOrCreateKeys.ts'
import type { SigningKeys } from './keys/loadKeys.ts'

/** The OAuth server of one environment with its current keys. */
export interface Issuer {
  provider: Provider
  published: JWK[]
  check: CheckToken
  handle: ReturnType<Provider['callback']>
}

export interface Issuers {
  environments: readonly CredentialEnvironment[]
  get: (environment: CredentialEnvironment) => Promise<Issuer>
  /** Returns an access token with its current permissions, or null. */
  check: (environment: CredentialEnvironment, token: string) => Promise<CheckedToken | null>
}

const checkKeysMs = 15_000

interface Loaded {
  version: string
  checkedAtMs: number
  issuer: Issuer
}

/**
 * Creates the OAuth servers when they are first used, and again when their keys have changed. Every process checks for
 * new keys every 15 seconds, which is often enough because a new key is published for an hour before it signs.
 */
export function createIssuers(
  services: Services,
  create: (environment: CredentialEnvironment, keys: SigningKeys) => Provider,
): Issuers {
  const environments = environmentsOf(services.settings.GOV_CLOUD)
  const loaded = new Map<CredentialEnvironment, Loaded>()
  const loading = new Map<CredentialEnvironment, Promise<Issuer>>()

  async function load(environment: CredentialEnvironment): Promise<Issuer> {
    const keys = await findOrCreateKeys(services, environment)
    const known = loaded.get(environment)
    const issuer =
      known?.version === keys.version
        ? known.issuer
        : toIssuer(
            create(environment, keys),
            keys.published,
            createCheckToken(services, environment, keys.published),
          )
    loaded.set(environment, { version: keys.version, checkedAtMs: services.now().getTime(), issuer })
    return issuer
  }

  async function get(environment: CredentialEnvironment): Promise<Issuer> {
    const known = loaded.get(environment)
    if (known && Math.abs(services.now().getTime() - known.checkedAtMs) < checkKeysMs) return known.issuer
    const pending = loading.get(environment) ?? load(environment).finally(() => loading.delete(environment))
    loading.set(environment, pending)
    return pending
  }

  return {
    environments,
    get,
    check: async (environment, token) => {
      const { check } = await get(environment)
      return check(token)
    },
  }
}

const toIssuer = (provider: Provider, published: JWK[], check: CheckToken): Issuer => ({
  provider,
  published,
  check,
  handle: provider.callback(),
})
