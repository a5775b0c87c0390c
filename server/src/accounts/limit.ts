import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { Refused } from '../http/errors.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { addAttempt, clearAttempts, deleteOldAttempts, takeBackAttempt } from './attempts/store.ts'

const minuteMs = 60_000
const longestWindowMs = 60 * minuteMs

interface Limit {
  windowMs: number
  perAccount: number
  /** Larger, because a whole office can share one address. */
  perAddress: number
}

type LimitedAction =
  | 'sign_in'
  | 'password'
  | 'registration'
  | 'password_reset'
  | 'reset_link'
  | 'confirmation'

/** How often each thing may be tried. Everything follows from SIGN_IN_ATTEMPTS. */
function limitOf(action: LimitedAction, { SIGN_IN_ATTEMPTS }: Pick<Settings, 'SIGN_IN_ATTEMPTS'>): Limit {
  const guesses = { windowMs: 15 * minuteMs, perAccount: SIGN_IN_ATTEMPTS, perAddress: 5 * SIGN_IN_ATTEMPTS }
  const half = Math.ceil(SIGN_IN_ATTEMPTS / 2)
  const mails = { windowMs: longestWindowMs, perAccount: half, perAddress: 6 * half }
  const limits = {
    sign_in: guesses,
    password: guesses,
    reset_link: guesses,
    registration: mails,
    password_reset: mails,
    confirmation: mails,
  } satisfies Record<LimitedAction, Limit>
  return limits[action]
}

/** Whoever has one IPv6 address has a network of them: the first 64 bits count. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = (tail ?? '').split(':').filter((group) => group !== '')
  const gap = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0')
  return [...left, ...gap, ...right]
    .slice(0, 4)
    .map((group) => group.padStart(4, '0').toLowerCase())
    .join(':')
}

interface Attempt {
  action: LimitedAction
  /** What is tried on: a typed address, or an account's id. Nobody need be registered under it. */
  account?: string
  /** Where it is tried from. */
  address: string
}

/** Stored in place of the typed address, which may belong to nobody here. */
const keyOf = (action: LimitedAction, kind: 'account' | 'address', value: string): string =>
  `${action}:${kind}:${createHash('sha256').update(value).digest('base64url')}`

const windowStart = (now: Date, windowMs: number): Date =>
  new Date(Math.floor(now.getTime() / windowMs) * windowMs)

/**
 * Counts an attempt before it is made, so that many at once are all counted, and refuses it past the limit. An
 * address that has had enough no longer counts against the account it tries.
 */
export async function countAttempt(services: Services, attempt: Attempt): Promise<void> {
  const limit = limitOf(attempt.action, services.settings)
  await count(services, limit, keyOf(attempt.action, 'address', networkOf(attempt.address)), limit.perAddress)
  if (attempt.account === undefined) return
  await count(services, limit, keyOf(attempt.action, 'account', attempt.account), limit.perAccount)
}

async function count(services: Services, { windowMs }: Limit, key: string, allowed: number): Promise<void> {
  const now = services.now()
  const start = windowStart(now, windowMs)
  const attempts = await addAttempt(services.db, key, start)
  if (attempts <= allowed) return
  const retryAfterSeconds = Math.ceil((start.getTime() + windowMs - now.getTime()) / 1000)
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  throw new Refused({ code: 'rate_limited', message, retryAfterSeconds })
}

/** A success is no guess: the account starts afresh, and the address gets this one attempt back. */
export async function forgiveAttempts(
  services: Services,
  { action, account, address }: Required<Attempt>,
): Promise<void> {
  const { windowMs } = limitOf(action, services.settings)
  await forgiveAccount(services, action, account)
  await takeBackAttempt(
    services.db,
    keyOf(action, 'address', networkOf(address)),
    windowStart(services.now(), windowMs),
  )
}

export async function forgiveAccount(
  { db }: Services,
  action: LimitedAction,
  account: string,
): Promise<void> {
  await clearAttempts(db, keyOf(action, 'account', account))
}

/** Windows that are over count for nothing. */
export async function forgetOldAttempts({ db, now }: Services): Promise<void> {
  await deleteOldAttempts(db, new Date(now().getTime() - longestWindowMs))
}
