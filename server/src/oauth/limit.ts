import { createHash } from 'node:crypto'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '../access/network.ts'
import { addAttempt, readAttempts } from '../accounts/attempts/store.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'

const windowMs = 60_000
/** How often a network may fail to authenticate as a client within a minute. The client itself is never locked out. */
export const failedClientsPerMinute = 20

/** Returns the client id that a request names, in its header or its body. */
export function clientIdIn({ headers }: Pick<FastifyRequest, 'headers'>, body: Buffer): string | null {
  const [, basic] = /^basic +([\w+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (basic !== undefined) {
    const [name = ''] = Buffer.from(basic, 'base64').toString().split(':')
    try {
      return decodeURIComponent(name.replaceAll('+', ' '))
    } catch {
      return null
    }
  }
  return new URLSearchParams(body.toString()).get('client_id')
}

const keyFor = (environment: CredentialEnvironment, request: FastifyRequest, body: Buffer): string => {
  const client = clientIdIn(request, body) ?? ''
  const text = `${environment} ${toNetwork(request.ip)} ${client}`
  return `oauth:${createHash('sha256').update(text).digest('base64url')}`
}

const windowStart = (now: Date): Date => new Date(Math.floor(now.getTime() / windowMs) * windowMs)

/** Refuses further calls of a network that has failed too often to authenticate as this client. */
export async function refuseGuessing(
  { db, now }: Services,
  environment: CredentialEnvironment,
  request: FastifyRequest,
  body: Buffer,
): Promise<void> {
  const start = windowStart(now())
  const failed = await readAttempts(db, keyFor(environment, request, body), start)
  if (failed < failedClientsPerMinute) return
  request.log.warn(
    { client: clientIdIn(request, body) },
    'too many failed attempts to authenticate as a client',
  )
  throw new RefusalError({
    code: 'rate_limited',
    message: 'Too many failed attempts. Wait a minute and try again.',
    retryAfterSeconds: Math.ceil((start.getTime() + windowMs - now().getTime()) / 1000),
  })
}

export async function countFailedClient(
  { db, now }: Services,
  environment: CredentialEnvironment,
  request: FastifyRequest,
  body: Buffer,
): Promise<void> {
  await addAttempt(db, keyFor(environment, request, body), windowStart(now()))
}
