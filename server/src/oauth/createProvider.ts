import { audienceOf, environmentPath, issuerOf, oauthPaths } from '@trestle/domain/oauth/environments.ts'
import {
  accessTokenSeconds,
  codeSeconds,
  interactionSeconds,
  isOriginAllowed,
  isRedirectUriAllowed,
  platformScope,
  publicRefreshSeconds,
} from '@trestle/domain/oauth/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import {
  errors,
  interactionPolicy,
  Provider,
  type Account,
  type Client,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { loadEnrollment } from '../accounts/session.ts'
import { makeSecret, secretPrefixes } from '../accounts/secretFormat.ts'
import { composeClaims, ownTokenError } from './composeClaims.ts'
import { createAdapter, toGrant, type AdapterContext } from './createAdapter.ts'
import { currentFacts } from './requestFacts.ts'
import { clientProperties, type ClientFacts } from './clients/toMetadata.ts'
import { findRememberedGrant } from './grants/store.ts'
import type { SigningKeys } from './keys/loadKeys.ts'
import { findMatchingSecret } from '../credentials/findSecret.ts'
import { findUsableDeveloper } from './people/store.ts'
import { renderError } from './renderError.ts'

declare module 'oidc-provider' {
  interface Client {
    trestle: ClientFacts
  }
}

/** The names of the cookies that lead from the consent page back to an authorization request. */
export const cookieNames = {
  session: 'trestle_oauth_session',
  interaction: 'trestle_oauth_interaction',
  resume: 'trestle_oauth_resume',
} as const

/** The paths that the library serves, below the environment's own. All its other routes are off. */
export const libraryRoutes = {
  ...oauthPaths,
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  pushed_authorization_request: '/oauth/par',
} as const

interface ProviderContext extends AdapterContext {
  keys: SigningKeys
}

/** Creates the OAuth server of one environment. It must be created again when the keys change. */
export function createProvider(context: ProviderContext): Provider {
  const { services, environment } = context
  const provider = new Provider(issuerOf(services.settings.PUBLIC_URL, environment), toConfiguration(context))
  // The server's own handler has already applied TRUST_PROXY and set these headers itself (see `serveLibrary`).
  provider.proxy = true
  overrideClient(provider, context)
  Object.assign(provider.RefreshToken.prototype, {
    generateTokenId: () => makeSecret(secretPrefixes.refreshToken, services.random),
  })
  return provider
}

function toConfiguration(context: ProviderContext): Configuration {
  const { services, environment, keys } = context
  const { settings } = services
  const path = environmentPath(environment)
  const refreshSeconds = settings.OAUTH_REFRESH_IDLE_DAYS * 86_400
  return {
    adapter: (model: string) => createAdapter(context, model),
    jwks: { keys: [keys.current] },
    routes: Object.fromEntries(
      Object.entries(libraryRoutes).map(([name, route]) => [name, `${path}${route}`]),
    ),
    // Not "openid": this server signs no one in to apps.
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    extraClientMetadata: { properties: [...clientProperties] },
    allowOmittingSingleRegisteredRedirectUri: false,
    enableHttpPostMethods: false,
    acceptQueryParamAccessTokens: false,
    cookies: {
      names: cookieNames,
      long: { httpOnly: true, sameSite: 'lax', signed: false },
      short: { httpOnly: true, sameSite: 'lax', signed: false },
    },
    pkce: { required: (_ctx, client) => !client.trestle.is_confidential },
    ttl: {
      AccessToken: accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
      Grant: accessTokenSeconds,
      RefreshToken: (_ctx, token, client) => {
        if (client.trestle.is_confidential) return refreshSeconds
        const left = (token.iiat ?? token.iat) + publicRefreshSeconds - Math.floor(Date.now() / 1000)
        return Math.max(1, Math.min(refreshSeconds, left))
      },
    },
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    clientBasedCORS: (_ctx, origin, client) =>
      !client.trestle.is_confidential && isOriginAllowed(client.trestle.allowed_cors_domain, origin),
    findAccount: (_ctx, id) => findAccount(context, id),
    loadExistingGrant: (ctx) => loadGrant(context, ctx),
    extraTokenClaims: (ctx, token) => composeClaims(context, ctx, token),
    interactions: {
      policy: createPolicy(),
      url: (_ctx, interaction) => pageAddress('consent', { request: interaction.uid }),
    },
    renderError,
    features: toFeatures(context),
  }
}

/** Refuses the prompt `login`, because the portal has no way to let someone sign in again for an app. */
function createPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  const login = policy.get('login')
  if (!login) throw new Error('The library has no prompt for people who are not signed in.')
  login.requestable = false
  login.checks.remove('login_prompt')
  return policy
}

/** Finds someone for whom apps may act. Staff who need a second factor and have none are excluded. */
async function findAccount({ services }: ProviderContext, id: string): Promise<Account | undefined> {
  const { person } = currentFacts()
  const developer = person?.id === Number(id) ? person : await findUsableDeveloper(services.db, Number(id))
  if (!developer || (await loadEnrollment(services, developer))?.is_due) return undefined
  return { accountId: id, claims: () => ({ sub: id }) }
}

/** Turns on the features that the specification lists, and all others off. */
function toFeatures({ services, environment, keys }: ProviderContext): Configuration['features'] {
  const audience = audienceOf(services.settings.PUBLIC_URL, environment)
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    claimsParameter: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, resource, client) => {
        if (resource !== audience) throw new errors.InvalidTarget()
        requireConfidential(ctx, client)
        // Every token has the one scope: without it the library refuses to issue any, and unknown ones are ignored.
        if (ctx.oidc.params && ctx.oidc.params['grant_type'] !== 'refresh_token') {
          ctx.oidc.params['scope'] = platformScope
        }
        const { alg, kid } = keys.current
        return {
          scope: platformScope,
          audience,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: alg as 'ES256', kid } },
        }
      },
    },
  }
}

/** Refuses tokens of the app itself to apps that can't prove their identity. */
function requireConfidential(ctx: KoaContextWithOIDC, client: Client): void {
  if (ctx.oidc.params?.['grant_type'] !== 'client_credentials' || client.trestle.is_confidential) return
  throw ownTokenError('grant_not_allowed')
}

/** Compares redirect URIs and secrets as the portal stores them. */
function overrideClient(provider: Provider, { services, environment }: AdapterContext): void {
  const { prototype } = provider.Client
  prototype.redirectUriAllowed = function redirectUriAllowed(this: Client, uri: string): boolean {
    return isRedirectUriAllowed(this.trestle.redirect_uris, uri)
  }
  prototype.compareClientSecret = async function compareClientSecret(
    this: Client,
    secret: string,
  ): Promise<boolean> {
    const facts = currentFacts()
    const { app_id: appId } = this.trestle
    const secrets = facts.caller?.client?.app_id === appId ? facts.caller.secrets : undefined
    const found = await findMatchingSecret(services, { environment, appId }, secret, secrets)
    if (found.id === undefined) {
      if (found.reason) facts.reason = found.reason
      return false
    }
    facts.secretId = found.id
    return true
  }
}

/** Finds the grant that the person gave the app earlier. The library stores it in its session, which we don't have. */
async function loadGrant({ services, environment }: ProviderContext, ctx: KoaContextWithOIDC) {
  const { client, account, result } = ctx.oidc
  if (!client || !account) return undefined
  const decided = result?.consent?.grantId
  if (decided !== undefined) return ctx.oidc.provider.Grant.find(decided)
  // Anyone can pretend to be an app without a secret, so it must ask each time (RFC 8252, section 8.6).
  if (!client.trestle.is_confidential) return undefined
  const grant = await findRememberedGrant(services.db, environment, {
    appId: client.trestle.app_id,
    developerId: Number(account.accountId),
  })
  return grant && new ctx.oidc.provider.Grant(toGrant(services, environment, grant))
}
