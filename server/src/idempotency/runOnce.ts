import { createHash } from 'node:crypto'
import { idempotencyHours } from '@trestle/domain/http/idempotency.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import type { Actor } from '../access/actor.ts'
import { mayBeCommitted } from '../db/connect.ts'
import { findFault } from '../db/faults.ts'
import { RefusalError } from '../errors.ts'
import type { CreatingCall, Outcome } from '../http/idempotency.ts'
import type { Services } from '../services.ts'
import { requireSameRequest } from './requireSameRequest.ts'
import {
  countKeys,
  deleteKey,
  deleteKeyBefore,
  findKey,
  insertKey,
  storeReply,
  type KeyRow,
} from './store.ts'

/** How long a repeated call gets the reply of the first one. */
export const retainKeysMs = idempotencyHours * hourMs

/** A program with more makes keys for calls that it doesn't repeat. */
export const maxKeys = 500

/** The pages of a person, who has no token, use keys as well, and the person's programs leave them room. */
const limitFor = ({ token }: Actor): number => (token ? maxKeys : 2 * maxKeys)

/** A key belongs to its caller, or to the personal access token that they use, which may be for some apps only. */
const hashKey = (actor: Actor, key: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([actor.id, actor.token?.id ?? null, key]))
    .digest()

/**
 * Runs a call that creates something, unless one with the same key has run before. In that case, returns its reply.
 *
 * A refused call leaves no trace, so that it can be repeated. A call whose end is unknown, because the server failed,
 * is never run again, because it may have created something.
 */
export async function runOnce(
  services: Services,
  actor: Actor,
  call: CreatingCall,
  run: () => Promise<unknown>,
): Promise<Outcome> {
  const { db, now } = services
  const keyHash = hashKey(actor, call.key)
  const expired = new Date(now().getTime() - retainKeysMs)
  await deleteKeyBefore(db, keyHash, expired)
  const known = await findKey(db, keyHash)
  if (known) return replay(known, call)
  if ((await countKeys(db, actor.id, expired)) >= limitFor(actor)) throw tooManyKeys(actor)
  const row = { key_hash: keyHash, developer_id: actor.id, request_hash: call.requestHash, created_at: now() }
  // Another request with the key came first. The key may be gone again if that request was refused.
  if (!(await insertKey(db, row))) return runOnce(services, actor, call, run)
  const reply = await runAndForgetRefusal(services, keyHash, run)
  const stored = call.carriesSecret ? null : JSON.stringify(reply)
  await storeReply(db, keyHash, { reply: stored, finishedAt: now() })
  return { reply, isReplay: false }
}

async function runAndForgetRefusal(
  { db }: Services,
  keyHash: Buffer,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    const changedNothing =
      error instanceof RefusalError ||
      (error instanceof Error && findFault(error) !== undefined && !mayBeCommitted(error))
    if (changedNothing) await deleteKey(db, keyHash)
    throw error
  }
}

const conflict = (message: string): RefusalError =>
  new RefusalError({ code: 'conflict', message, retryAfterSeconds: 1 })

/** Someone at a page doesn't know what a key is. */
const tooManyKeys = (actor: Actor): RefusalError =>
  new RefusalError({
    code: 'rate_limited',
    message: actor.token
      ? `You have used ${limitFor(actor)} idempotency keys in ${idempotencyHours} hours. Make one for each thing that you create, and use it again for retries only.`
      : `You and your programs have created ${formatNumber(limitFor(actor))} things in ${idempotencyHours} hours, which is the limit. Try again in an hour.`,
    retryAfterSeconds: 3600,
  })

function replay({ request_hash, finished_at, reply }: KeyRow, call: CreatingCall): Outcome {
  requireSameRequest(request_hash, call.requestHash)
  if (finished_at === null) {
    throw conflict(
      'A call with this key is running, or ended without a reply. Try again in a moment. If that goes on, check what it created and use a new key.',
    )
  }
  if (reply === null) {
    throw conflict(
      'A call with this key has succeeded. Its reply had a secret, which is shown only once. Check what it created and use a new key.',
    )
  }
  return { reply: JSON.parse(reply), isReplay: true }
}
