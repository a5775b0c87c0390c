import type { IncomingMessage } from 'node:http'
import type { EventReason } from '@trestle/domain/oauth/events.ts'
import { Provider } from 'oidc-provider'
import type { Actor } from '../access/actor.ts'
import type { Caller } from './callers/store.ts'
import type { AccessTokenClaims } from './checkToken.ts'
import type { LiveGrant } from './grants/store.ts'
import type { PersonRow } from './people/store.ts'

/** What the server knows of a request when it hands it to the library. */
interface ReceivedFacts {
  /** Who is signed in to the portal. */
  actor: Actor | null
  network: string
  /** The client id that the request names, if any. */
  clientId?: string | null
  /** The client that the request names, where it was loaded before. */
  caller?: Caller
  /** What the library gets in place of a JWT (see `swapToken`), and its claims if it is valid. */
  swapped?: { handle: string; claims: AccessTokenClaims | null }
  /** What a page or an error report of ours needs. */
  page?: { requestId: string; route: string | undefined; nonce: string }
}

/** What the callbacks of the library find out, for those that it calls later. */
interface FoundFacts {
  /** The client secret that the app has authenticated with. */
  secretId?: number
  /** The grant of the code or refresh token that the request sends, which was live when the token was found. */
  grant?: LiveGrant
  /** Whom that grant is of. */
  person?: PersonRow
  /** The hash of the refresh token that the next one replaces. */
  replacedToken?: Buffer
}

/** What went wrong, for the reply and for the list of decisions. */
interface Outcome {
  /** Why a refusal happened, where the library's own reason isn't precise. */
  reason?: { reason: EventReason; detail?: string }
  /** An unexpected error, such as one of the database. */
  failure?: Error
}

/** What a request knows that the library doesn't. */
export type RequestFacts = ReceivedFacts & FoundFacts & Outcome

/** The facts of each request. The library's adapters aren't told which request they serve. */
export const requestFacts = new WeakMap<IncomingMessage, RequestFacts>()

/** Returns the facts of the request that the library is serving, if it serves one. */
export const findFacts = (): RequestFacts | undefined => Provider.ctx && requestFacts.get(Provider.ctx.req)

/** Like `findFacts`, where the library always serves a request. */
export function currentFacts(): RequestFacts {
  const facts = findFacts()
  if (!facts) throw new Error('The OAuth server was called outside a request.')
  return facts
}
