import { createHash } from 'node:crypto'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { minuteMs, startOfMinute } from '@trestle/domain/time/durations.ts'
import { addAttempt } from '../accounts/limit.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'

/** How often a network may fail to authenticate as a client within a minute. The client itself is never locked out. */
const failedClientsPerMinute = 20

/** Returns the client id that a request names, in its Authorization header or its form. */
export function clientIdIn(authorization: string | undefined, form: Buffer): string | null {
  const [, basic] = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (basic !== undefined) {
    const [name = ''] = Buffer.from(basic, 'base64').toString().split(':')
    try {
      return decodeURIComponent(name.replaceAll('+', ' '))
    } catch {
      return null
    }
  }
  return new URLSearchParams(form.toString()).get('client_id')
}

/** The client that makes a call, before it has authenticated. */
export interface CallingClient {
  environment: CredentialEnvironment
  clientId: string | null
  network: string
}

interface Attempts {
  key: string
  windowStart: Date
}

/** Returns the counter for a network's failed attempts to authenticate as a client. */
export function toAttempts({ environment, clientId, network }: CallingClient, now: Date): Attempts {
  const text = `${environment} ${network} ${clientId ?? ''}`
  return {
    key: `oauth:${createHash('sha256').update(text).digest('base64url')}`,
    windowStart: startOfMinute(now),
  }
}

/** Refuses further calls from a network that has failed too often to authenticate as this client. */
export function refuseGuessing(
  { log, now }: Pick<Services, 'log' | 'now'>,
  { clientId }: CallingClient,
  { failed, windowStart, onRefused }: { failed: number; windowStart: Date; onRefused: () => void },
): void {
  if (failed < failedClientsPerMinute) return
  onRefused()
  log.warn({ client: clientId }, 'too many failed attempts to authenticate as a client')
  throw new RefusalError({
    code: 'rate_limited',
    message: 'Too many failed attempts. Wait a minute and try again.',
    retryAfterSeconds: Math.ceil((windowStart.getTime() + minuteMs - now().getTime()) / 1000),
  })
}

/**
 * Counts a failed attempt, except during maintenance, when nothing is stored. The limit per address, which is counted
 * in memory, still applies then, and a secret is too long to be guessed within it.
 */
export async function countFailedClient(
  { db, now, settings }: Pick<Services, 'db' | 'now' | 'settings'>,
  client: CallingClient,
): Promise<void> {
  if (settings.READ_ONLY) return
  const { key, windowStart } = toAttempts(client, now())
  await addAttempt(db, key, windowStart)
}
