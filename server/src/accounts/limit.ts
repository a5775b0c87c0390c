import { createHash } from 'node:crypto'
import { hourMs, minuteMs, startOfMinute } from '@trestle/domain/time/durations.ts'
import { toNetwork } from '../access/network.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import {
  addAttemptWithin,
  clearAttempts,
  deleteOldAttempts,
  findFirstAttempt,
  takeBackAttempt,
} from './attempts/store.ts'

export { addAttempt } from './attempts/store.ts'

const longestWindowMs = hourMs

interface Limit {
  windowMs: number
  /** For one client of an account, which is a browser known to it or a network. */
  perClient?: number
  /** For one account, across all clients. */
  perAccount: number
  /** For one IP address. Larger than for one account, because a whole office can share an address. */
  perAddress: number
}

type LimitedAction =
  | 'sign_in'
  | 'password'
  | 'registration'
  | 'password_reset'
  | 'reset_link'
  | 'confirmation'
  | 'second_factor'
  | 'recovery_codes'

/** Returns the limit of an action. All limits follow from SIGN_IN_ATTEMPTS; docs/decisions/0012 says why. */
function limitFor(action: LimitedAction, { SIGN_IN_ATTEMPTS }: Pick<Settings, 'SIGN_IN_ATTEMPTS'>): Limit {
  const guesses = { windowMs: 15 * minuteMs, perAccount: SIGN_IN_ATTEMPTS, perAddress: 5 * SIGN_IN_ATTEMPTS }
  const half = Math.ceil(SIGN_IN_ATTEMPTS / 2)
  const emails = { windowMs: longestWindowMs, perAccount: half, perAddress: 6 * half }
  const limits = {
    sign_in: { ...guesses, perClient: SIGN_IN_ATTEMPTS, perAccount: 10 * SIGN_IN_ATTEMPTS },
    password: guesses,
    reset_link: guesses,
    registration: emails,
    password_reset: emails,
    confirmation: emails,
    second_factor: guesses,
    recovery_codes: emails,
  } satisfies Record<LimitedAction, Limit>
  return limits[action]
}

interface Attempt {
  action: LimitedAction
  /** The target: a typed address, registered or not, or an account id. */
  account?: string
  /** The client's IP address. */
  address: string
  /** The browser, if it has signed in to this account before. */
  device?: string | undefined
}

/** Hashed, because the typed address may belong to someone who has no account here. */
const keyFor = (action: LimitedAction, kind: 'account' | 'address' | 'place', value: string): string =>
  `${action}:${kind}:${createHash('sha256').update(value).digest('base64url')}`

/** Returns the start of the minute that is `earlierMs` ago. */
const minuteBefore = (now: Date, earlierMs = 0): Date => startOfMinute(new Date(now.getTime() - earlierMs))

interface Counter {
  key: string
  allowed: number
}

/** Returns the counters of an attempt, in order: the IP address's, the client's, the account's. */
function countersFor({ action, account, address, device }: Attempt, limit: Limit): Counter[] {
  const network = toNetwork(address)
  const ofAddress = { key: keyFor(action, 'address', network), allowed: limit.perAddress }
  if (account === undefined) return [ofAddress]
  const ofAccount = { key: keyFor(action, 'account', account), allowed: limit.perAccount }
  if (limit.perClient === undefined) return [ofAddress, ofAccount]
  const client = device === undefined ? `network ${network}` : `device ${device}`
  // Stored as `place`, so that servers of the previous release count the same client.
  const ofClient = { key: keyFor(action, 'place', `${client} ${account}`), allowed: limit.perClient }
  return device === undefined ? [ofAddress, ofClient, ofAccount] : [ofAddress, ofClient]
}

/**
 * Counts an attempt before it is made, so that concurrent attempts are all counted, and refuses it past the limit.
 * A client over its limit no longer counts against the account it tries.
 */
export async function countAttempt(services: Services, attempt: Attempt): Promise<void> {
  const limit = limitFor(attempt.action, services.settings)
  for (const counter of countersFor(attempt, limit)) {
    await count(services, limit, counter)
  }
}

/**
 * Attempts count for the length of the window plus the rest of that minute, so that no window has more than allowed.
 */
async function count(services: Services, { windowMs }: Limit, { key, allowed }: Counter): Promise<void> {
  const { db } = services
  const now = services.now()
  const since = minuteBefore(now, windowMs)
  if (await addAttemptWithin(db, { key, allowed, since }, minuteBefore(now))) return
  const first = await findFirstAttempt(db, { key, since })
  const freeAt = Date.parse(first ?? since.toISOString()) + windowMs + minuteMs
  const retryAfterSeconds = Math.ceil((freeAt - now.getTime()) / 1000)
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  throw new RefusalError({ code: 'rate_limited', message, retryAfterSeconds })
}

/**
 * Takes a successful attempt back: clears the counter of its client, and removes this one attempt from the wider
 * counters.
 */
export async function forgiveAttempts(services: Services, attempt: Attempt): Promise<void> {
  const limit = limitFor(attempt.action, services.settings)
  const [ofAddress, own, ofAccount] = countersFor(attempt, limit)
  if (own) await clearAttempts(services.db, own.key)
  if (ofAddress) await takeBackAttempt(services.db, ofAddress.key)
  if (ofAccount) await takeBackAttempt(services.db, ofAccount.key)
}

/**
 * Takes a successful attempt back without clearing any counter: someone else may be guessing while the owner signs in.
 */
export async function takeBackAttempts(services: Services, attempt: Attempt): Promise<void> {
  const limit = limitFor(attempt.action, services.settings)
  const counters = countersFor(attempt, limit)
  await Promise.all(counters.map(({ key }) => takeBackAttempt(services.db, key)))
}

/** Clears the counters of an account after its owner proved ownership, including attempts by strangers. */
export async function forgiveAccount(services: Services, attempt: Attempt): Promise<void> {
  const [, ...ofAccount] = countersFor(attempt, limitFor(attempt.action, services.settings))
  await Promise.all(ofAccount.map(({ key }) => clearAttempts(services.db, key)))
}

/** Deletes attempts that no window counts anymore, at most `limit` of them. */
export const forgetOldAttempts = ({ db, now }: Services, limit: number): Promise<number> =>
  deleteOldAttempts(db, minuteBefore(now(), longestWindowMs), limit)
