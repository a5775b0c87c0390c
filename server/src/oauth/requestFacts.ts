import type { IncomingMessage } from 'node:http'
import type { EventReason } from '@trestle/domain/oauth/events.ts'
import { Provider } from 'oidc-provider'
import type { Actor } from '../access/actor.ts'
import type { Caller } from './callers/store.ts'
import type { AccessTokenClaims } from './checkToken.ts'
import type { LiveGrant } from './grants/store.ts'
import type { PersonRow } from './people/store.ts'

/** What the server knows about a request when it passes it to the library. */
interface ReceivedFacts {
  /** The person signed in to the portal. */
  actor: Actor | null
  network: string
  /** The client id that the request names, if any. */
  clientId?: string | null
  /** The client that the request names, if it has been loaded. */
  caller?: Caller
  /** The handle that the library gets in place of a JWT (see `swapToken`), and its claims if it is valid. */
  swapped?: { handle: string; claims: AccessTokenClaims | null }
  /** The data that our pages and error reports need. */
  page?: { requestId: string; route: string | undefined; nonce: string }
}

/** Findings of the library's callbacks, for the ones that it calls later. */
interface FoundFacts {
  /** The client secret that the app has authenticated with. */
  secretId?: number
  /** The grant of the code or refresh token that the request sends, which was live when the token was found. */
  grant?: LiveGrant
  /** The person who gave that grant. */
  person?: PersonRow
  /** The hash of the refresh token that the next one replaces. */
  replacedToken?: Buffer
}

/** The details of a failure, for the reply and for the list of decisions. */
interface Outcome {
  /** The reason for a refusal, if the library's own isn't precise. */
  reason?: { reason: EventReason; detail?: string }
  /** An unexpected error, such as one of the database. */
  failure?: Error
}

/** The facts about a request that the library doesn't have. */
export type RequestFacts = ReceivedFacts & FoundFacts & Outcome

/** The facts of each request. The library doesn't tell its adapters which request they serve. */
export const requestFacts = new WeakMap<IncomingMessage, RequestFacts>()

/** Returns the facts of the request that the library is serving, if it serves one. */
export const findFacts = (): RequestFacts | undefined => Provider.ctx && requestFacts.get(Provider.ctx.req)

/** Like `findFacts`, for code that only runs while the library serves a request. */
export function currentFacts(): RequestFacts {
  const facts = findFacts()
  if (!facts) throw new Error('The OAuth server was called outside a request.')
  return facts
}
