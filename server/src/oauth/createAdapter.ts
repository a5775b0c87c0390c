import { audienceOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { platformScope } from '@trestle/domain/oauth/rules.ts'
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { StoredTokenKind } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { findClient } from './clients/store.ts'
import { toMetadata } from './clients/toMetadata.ts'
import { findGrant, revokeGrant, type LiveGrant } from './grants/store.ts'
import {
  deleteInteraction,
  findInteraction,
  isForEndedSession,
  upsertInteraction,
} from './interactions/store.ts'
import { insertRevokedToken } from './revocations/store.ts'
import { hashId, hashJti } from './tokens/hashing.ts'
import { currentFacts, findFacts } from './requestFacts.ts'
import {
  consumeToken,
  deleteToken,
  findGrantOfToken,
  findToken,
  replaceToken,
  upsertToken,
} from './tokens/store.ts'

export interface AdapterContext {
  services: Services
  environment: CredentialEnvironment
}

type PartialAdapter = Pick<Adapter, 'find'> & Partial<Omit<Adapter, 'find'>>

const doNothing = async (): Promise<undefined> => undefined

/** The ID is the secret that a client holds, so only its hash is stored. */
function withoutId(payload: AdapterPayload): AdapterPayload {
  const stored = { ...payload }
  delete stored.jti
  return stored
}

const toExpiry = (expiresIn: number | undefined): Date => {
  if (expiresIn === undefined) throw new Error('The library stores something that never expires.')
  return new Date(Date.now() + expiresIn * 1000)
}

const complete = (adapter: PartialAdapter): Adapter => ({
  upsert: doNothing,
  findByUserCode: doNothing,
  findByUid: doNothing,
  consume: doNothing,
  destroy: doNothing,
  revokeByGrantId: doNothing,
  ...adapter,
})

const toEpoch = (time: string | Date): number => Math.floor(new Date(time).getTime() / 1000)

/** Returns the storage of one model of the library. Models that aren't listed belong to features that are off. */
export function createAdapter(context: AdapterContext, model: string): Adapter {
  switch (model) {
    case 'Client':
      return complete(clientAdapter(context))
    case 'Session':
      return complete(sessionAdapter)
    case 'Interaction':
      return complete(interactionAdapter(context))
    case 'Grant':
      return complete(grantAdapter(context))
    case 'AuthorizationCode':
    case 'RefreshToken':
    case 'PushedAuthorizationRequest':
      return complete(tokenAdapter(context, model))
    case 'AccessToken':
    case 'ClientCredentials':
      return complete(signedTokenAdapter(context, model))
    default:
      return complete({ find: doNothing })
  }
}

const clientAdapter = ({ services, environment }: AdapterContext): PartialAdapter => ({
  find: async (id) => {
    const loaded = findFacts()?.caller?.client
    const client = loaded?.client_id === id ? loaded : await findClient(services.db, environment, id)
    return client && { ...toMetadata(client) }
  },
})

/** The name and the only value of the library's session cookie, which no browser ever gets (see `serveLibrary`). */
export const portalSession = 'portal'

/**
 * The library's session is the portal's, computed for each request and never stored: signing out or switching accounts
 * takes effect immediately.
 */
const sessionAdapter: PartialAdapter = {
  find: async (id) => {
    const { actor } = currentFacts()
    if (!actor?.session || id !== portalSession) return undefined
    const now = Math.floor(Date.now() / 1000)
    return {
      kind: 'Session',
      jti: portalSession,
      uid: `session-${actor.session.id}`,
      accountId: String(actor.id),
      loginTs: now,
      iat: now,
      exp: now + 3600,
    }
  },
}

const interactionAdapter = ({ services, environment }: AdapterContext): PartialAdapter => {
  const { db, encryption, now } = services
  const hash = (id: string): Buffer => hashId({ environment, kind: 'Interaction' }, id)
  const column = 'oauth_interactions.pushed_request_encrypted'
  return {
    upsert: async (id, stored, expiresIn) => {
      const { parJti, session, ...payload } = withoutId(stored)
      // Its path ends with the id.
      delete payload.returnTo
      const { actor } = currentFacts()
      const interaction = {
        hash: hash(id),
        environment,
        client_id: String(payload.params?.['client_id']),
        // The library also stores the cookie of its session.
        payload: JSON.stringify({
          ...payload,
          ...(session && { session: { ...session, cookie: portalSession } }),
        }),
        ...(typeof parJti === 'string' && {
          pushed_request_encrypted: encryption.encrypt(Buffer.from(parJti), column),
        }),
        session_id: actor?.session?.id ?? null,
        created_at: now(),
        expires_at: toExpiry(expiresIn),
      }
      try {
        await upsertInteraction(db, interaction)
      } catch (error) {
        if (!isForEndedSession(error)) throw error
        // The session ended since the request was authenticated, so the next person who signs in decides.
        const signedOut = { payload: JSON.stringify(payload), session_id: null }
        await upsertInteraction(db, { ...interaction, ...signedOut })
      }
    },
    find: async (id) => {
      const row = await findInteraction(db, hash(id))
      if (!row) return undefined
      const parJti =
        row.pushed_request_encrypted && encryption.decrypt(row.pushed_request_encrypted, column).toString()
      return { ...row.payload, jti: id, ...(parJti !== null && { parJti }) }
    },
    destroy: async (id) => {
      // The library has read the row before, so another request may have continued it since.
      if (!(await deleteInteraction(db, hash(id)))) {
        throw new errors.SessionNotFound('interaction session not found')
      }
    },
  }
}

const farFuture = toEpoch('9999-01-01T00:00:00Z')

/** A grant never expires on its own. */
export const toGrant = (
  { settings }: Pick<Services, 'settings'>,
  environment: CredentialEnvironment,
  grant: LiveGrant,
): AdapterPayload => ({
  kind: 'Grant',
  jti: grant.id,
  accountId: String(grant.developer_id),
  clientId: grant.client_id,
  resources: { [audienceOf(settings.PUBLIC_URL, environment)]: platformScope },
  iat: toEpoch(grant.created_at),
  exp: farFuture,
})

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const grantAdapter = ({ services, environment }: AdapterContext): PartialAdapter => ({
  find: async (id) => {
    const loaded = findFacts()?.grant
    if (loaded?.id === id) return toGrant(services, environment, loaded)
    const grant = uuid.test(id) ? await findGrant(services.db, environment, id) : undefined
    return grant && toGrant(services, environment, grant)
  },
  destroy: (id) => revokeGrant(services.db, id, services.now()),
})

/**
 * Refuses a code, which alone has a redirect URI, if the app has since removed the URI, or became public and so needs
 * PKCE. The library checks both only when it issues the code.
 */
function refuseOutdatedCode({ clientId, redirectUri, codeChallenge }: AdapterPayload): void {
  const client = Provider.ctx?.oidc.client
  if (!client || client.clientId !== clientId || redirectUri === undefined) return
  if (!client.redirectUriAllowed(redirectUri)) {
    throw new errors.InvalidGrant('authorization code redirect_uri removed')
  }
  if (!client.trestle.is_confidential && codeChallenge === undefined) {
    throw new errors.InvalidGrant('authorization code without a challenge')
  }
}

const tokenAdapter = (
  { services: { db, now }, environment }: AdapterContext,
  kind: StoredTokenKind,
): PartialAdapter => {
  const hash = (id: string): Buffer => hashId({ environment, kind }, id)
  // The library has read the row before, so another request may have used the token since, on any process.
  const refuseUsed = async (used: Buffer): Promise<never> => {
    const grantId = await findGrantOfToken(db, used)
    if (grantId !== null) await revokeGrant(db, grantId, now())
    throw new errors.InvalidGrant('was already used')
  }
  return {
    upsert: async (id, stored, expiresIn) => {
      const payload = withoutId(stored)
      const client = Provider.ctx?.oidc.client
      const token = {
        hash: hash(id),
        environment,
        kind,
        grant_id: payload.grantId ?? null,
        generation: payload.grantId === undefined ? null : (client?.trestle.generation ?? null),
        payload: JSON.stringify(payload),
        created_at: now(),
        expires_at: toExpiry(expiresIn),
      }
      const replaced = findFacts()?.replacedToken
      if (replaced === undefined) await upsertToken(db, token)
      else if (!(await replaceToken(db, replaced, token))) await refuseUsed(replaced)
    },
    find: async (id) => {
      const facts = findFacts()
      // The library looks for an introspected or revoked token among those of every kind.
      if (facts?.swapped?.handle === id) return undefined
      const { caller } = facts ?? {}
      const row = caller?.tokenHash?.equals(hash(id))
        ? caller.token
        : await findToken(db, environment, hash(id))
      if (!row) return undefined
      if (facts) Object.assign(facts, { grant: row.grant, person: row.person })
      const consumed = row.consumed_at === null ? undefined : toEpoch(row.consumed_at)
      if (consumed === undefined) refuseOutdatedCode(row.payload)
      return { ...row.payload, jti: id, consumed }
    },
    consume: async (id) => {
      // The library replaces every refresh token that it consumes, and `upsert` does both at the same time.
      if (kind === 'RefreshToken') currentFacts().replacedToken = hash(id)
      else if (!(await consumeToken(db, hash(id), now()))) await refuseUsed(hash(id))
    },
    destroy: (id) => deleteToken(db, hash(id)),
    // Tokens end with their grant, which the library also revokes. Their rows still show why.
    revokeByGrantId: doNothing,
  }
}

/** Access tokens are signed and have no row. The library finds the one that it got in place of a JWT. */
const signedTokenAdapter = (
  { services: { db } }: AdapterContext,
  kind: 'AccessToken' | 'ClientCredentials',
): PartialAdapter => ({
  find: async (id) => {
    const { swapped } = currentFacts()
    if (swapped?.handle !== id || !swapped.claims) return undefined
    const { claims } = swapped
    if ((claims.gid === undefined) !== (kind === 'ClientCredentials')) return undefined
    return {
      kind,
      jti: claims.jti,
      clientId: claims.client_id,
      iat: claims.iat,
      exp: claims.exp,
      aud: claims.aud,
      scope: claims.scope,
      ...(claims.gid !== undefined && { accountId: claims.sub, grantId: claims.gid }),
    }
  },
  destroy: async (jti) => {
    const { swapped } = currentFacts()
    if (swapped?.claims?.jti === jti) {
      await insertRevokedToken(db, hashJti(jti), new Date(swapped.claims.exp * 1000))
    }
  },
})
