import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { refusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Upload } from './multipart.ts'
import type { Access, Route } from './route.ts'

/** A call with an `Idempotency-Key`. */
export interface CreatingCall {
  key: string
  /** A hash of the call and its input. */
  requestHash: Buffer
  /** A reply with a secret is never stored. */
  carriesSecret: boolean
}

export interface Outcome {
  reply: unknown
  isReplay: boolean
}

/** Runs a call once for each key. Provided by its feature, like `FindIdentityBySession`. */
export type RunOnce = (
  services: Services,
  actor: Actor,
  call: CreatingCall,
  run: () => Promise<unknown>,
) => Promise<Outcome>

/** Returns whether a call accepts `Idempotency-Key`: someone creates something with it. */
export const acceptsIdempotencyKey = (
  { method, success, reply }: Pick<Endpoint, 'method' | 'success' | 'reply'>,
  access: Access,
): boolean =>
  method === 'POST' &&
  success === 201 &&
  reply !== undefined &&
  (access === 'signedIn' || access === 'platformAdmin')

const form = /^[\x21-\x7e]{1,255}$/

/** Returns the key of a call, or undefined. A POST that can't use one refuses it, because its sender relies on it. */
function readKey({ endpoint, access }: Route, { method, headers }: FastifyRequest): string | undefined {
  const sent = headers['idempotency-key']
  if (sent === undefined || method !== 'POST') return undefined
  if (!acceptsIdempotencyKey(endpoint, access)) {
    throw refusalError('malformed', "This call doesn't support Idempotency-Key.")
  }
  if (typeof sent !== 'string' || !form.test(sent)) {
    throw refusalError('malformed', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  }
  return sent
}

interface Input {
  params?: unknown
  query: unknown
  body: unknown
  files: Record<string, Upload>
}

async function hashFile({ path }: Upload): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function hashRequest(
  { operationId }: Endpoint,
  { params, query, body, files }: Input,
): Promise<Buffer> {
  const hashed = Object.entries(files).map(async ([name, file]) => [name, await hashFile(file)] as const)
  const request = [operationId, params, query, body, await Promise.all(hashed)]
  return createHash('sha256').update(JSON.stringify(request)).digest()
}

/** Runs a call, or repeats the reply to the earlier call with the same key. */
export async function answerOnce(
  { services, runOnce, route }: { services: Services; runOnce: RunOnce; route: Route },
  { actor, request, reply }: { actor: Actor | null; request: FastifyRequest; reply: FastifyReply },
  input: Input,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = readKey(route, request)
  const { endpoint } = route
  if (key === undefined || !actor || !endpoint.reply) return run()
  const { reply: schema } = endpoint
  const requestHash = await hashRequest(endpoint, input)
  const call = { key, requestHash, carriesSecret: endpoint.carriesSecret === true }
  const outcome = await runOnce(services, actor, call, async () => schema.parse(await run()))
  if (outcome.isReplay) reply.header('idempotency-replayed', 'true')
  return outcome.reply
}
