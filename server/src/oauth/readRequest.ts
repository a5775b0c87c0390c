import type { AuthorizationRequest } from '@trestle/domain/oauth/contract.ts'
import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { isRedirectUriAllowed, outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { refuseEndedSession, lockCaller } from '../access/lockAccount.ts'
import { requireSession } from '../access/tokenRights.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound, refusalError } from '../errors.ts'
import { fileAddress } from '../files/claimFile.ts'
import { refuseDuringMaintenance } from '../maintenance.ts'
import { parseContent } from '../manifests/present.ts'
import type { Services } from '../services.ts'
import { findClient, findNewestVersion, findPublisher, type ClientRow } from './clients/store.ts'
import { toRedirectUris } from './clients/toMetadata.ts'
import { findRememberedGrant, type LiveGrant } from './grants/store.ts'
import {
  bindInteraction,
  findInteraction,
  isForEndedSession,
  lockInteraction,
  type InteractionRow,
} from './interactions/store.ts'
import { hashId } from './tokens/hashing.ts'

/** The part of the library's stored authorization request that we read. */
const Payload = z.looseObject({
  params: z.looseObject({ redirect_uri: z.string(), prompt: z.string().optional() }),
  /** The decision, until the browser has continued. */
  result: z.looseObject({ consent: z.looseObject({ grantId: z.string() }).optional() }).optional(),
})

export interface OpenRequest {
  row: InteractionRow
  sessionId: number
  payload: z.infer<typeof Payload>
  environment: CredentialEnvironment
  client: ClientRow
  /** The grant that the person gave the app earlier, if it counts. */
  remembered: LiveGrant | undefined
}

function refuseExpired(): never {
  throw refusalError('not_found', 'This request has expired. Go back to the app and start again.')
}

/** Returns whether a request would still lead to an address of its client, whose team may have removed it since. */
const leadsToClient = ({ params }: z.infer<typeof Payload>, client: ClientRow): boolean =>
  isRedirectUriAllowed(toRedirectUris(client), params.redirect_uri)

/**
 * Returns whether the browser in front of us may continue a request that someone decided about. The library only
 * compares the person who was signed in when it began, which may have been no one, and doesn't compare the redirect
 * URI.
 */
export async function canResumeRequest(
  { db }: Pick<Services, 'db'>,
  environment: CredentialEnvironment,
  actor: Actor | null,
  request: string,
): Promise<boolean> {
  const row = await findInteraction(db, hashId({ environment, kind: 'Interaction' }, request))
  if (!row || row.session_id === null || row.session_id !== actor?.session?.id) return false
  const client = await findClient(db, environment, row.client_id)
  // The library says why a client can't be used.
  return !client || leadsToClient(Payload.parse(row.payload), client)
}

/**
 * Locks an authorization request for the session that it belongs to. The first session that opens it is the only one
 * that can decide, so that no one can make someone else decide about their request. Locks the account first, because
 * ending its sessions deletes their requests.
 */
export async function openRequest(
  tx: Tx,
  { now }: Services,
  actor: Actor,
  request: string,
): Promise<OpenRequest> {
  const hashes = (['production', 'sandbox'] as const).map((environment) =>
    hashId({ environment, kind: 'Interaction' }, request),
  )
  await lockCaller(tx, actor)
  const row = await lockInteraction(tx, hashes)
  if (!row || Date.parse(row.expires_at) <= now().getTime()) return refuseExpired()
  const session = requireSession(actor)
  if (row.session_id === null) await bindToSession(tx, row, session.id)
  else if (row.session_id !== session.id) {
    throw refusalError(
      'conflict',
      'This request was opened with another session or account. Go back to the app and start again.',
    )
  }
  const { environment } = row
  const payload = Payload.parse(row.payload)
  const client = await findClient(tx, environment, row.client_id)
  if (!client || !leadsToClient(payload, client)) return refuseExpired()
  const remembered = client.confidential
    ? await findRememberedGrant(tx, environment, { appId: client.app_id, developerId: actor.id })
    : undefined
  return { row, sessionId: session.id, payload, environment, client, remembered }
}

/**
 * Binds a request to a session, or refuses one that is just ending, because not everything that ends a session locks
 * its account.
 */
async function bindToSession(tx: Tx, { hash }: InteractionRow, sessionId: number): Promise<void> {
  try {
    await bindInteraction(tx, hash, sessionId)
  } catch (error) {
    if (isForEndedSession(error)) refuseEndedSession()
    throw error
  }
}

/** Returns whether the app wants the person to be asked even if they allowed it before. */
const asksAgain = ({ params }: z.infer<typeof Payload>): boolean =>
  params.prompt?.split(' ').includes('consent') ?? false

/**
 * Returns the request that someone decides about. Its first read binds the request to a session, so maintenance refuses
 * it.
 */
export function readRequest(
  services: Services,
  actor: Actor,
  request: string,
): Promise<AuthorizationRequest> {
  refuseDuringMaintenance(services.settings)
  return services.db.transaction().execute(async (tx) => {
    const { payload, environment, client, remembered } = await openRequest(tx, services, actor, request)
    const publisher = orNotFound(await findPublisher(tx, client.app_id), 'App')
    const version = await findNewestVersion(tx, environment, client.app_id)
    // A public app can't use its service account.
    const content = client.confidential && version?.content ? parseContent(version.content) : undefined
    const asksForPermissions = content !== undefined && splitManifest(content).permissions !== null
    const { redirect_uri: redirectUri } = payload.params
    return {
      environment,
      app: {
        name: client.name,
        publisher: publisher.name,
        thumbnail_url: publisher.thumbnail_key && fileAddress(publisher.thumbnail_key),
      },
      redirect_host: redirectUri === outOfBandUri ? null : new URL(redirectUri).host,
      permissions: asksForPermissions ? configuredContent(content).permissions : null,
      asks: remembered === undefined || asksAgain(payload),
      is_remembered: client.confidential,
      restart_path: toRestartPath(environment, payload.params),
    }
  })
}

/**
 * Returns the address that starts a request again. A pushed request is used up, so the address contains its parameters.
 */
function toRestartPath(environment: CredentialEnvironment, params: Record<string, unknown>): string {
  const { request: _request, request_uri: _requestUri, scope: _scope, ...own } = params
  const texts = Object.entries(own).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return `${environmentPath(environment)}/oauth/authorize?${new URLSearchParams(texts).toString()}`
}
