import { createInvitation } from '@trestle/domain/collaborators/contract.ts'
import { invitationLimits } from '@trestle/domain/collaborators/rules.ts'
import type pg from 'pg'
import { expect } from 'vitest'
import { isUnavailable, type Send } from './mixedLoad.ts'
import { buildSignedIn } from './serverProcess.ts'

/** The owner of an app. */
export interface Inviter {
  send: Send
  appId: number
}

/** Builds the owners of new apps, each with a client. */
export async function buildInviters(
  pool: pg.Pool,
  count: number,
  open: (token: string) => Promise<Send>,
): Promise<Inviter[]> {
  const built = await Promise.all(Array.from({ length: count }, () => buildSignedIn(pool)))
  return Promise.all(built.map(async ({ appId, token }) => ({ appId, send: await open(token) })))
}

export interface InvitationLoad {
  /** Stops inviting, lets the processes send the waiting emails, and counts the emails that the server received. */
  stop: (pool: pg.Pool, received: readonly Buffer[]) => Promise<InvitationReport>
}

export interface InvitationReport {
  /** How many invitations were acknowledged. */
  acknowledged: number
  /** Failed replies that don't say to try again later: there must be none. */
  wrong: string[]
  /** Addresses whose invitation was acknowledged and never arrived: there must be none. */
  lost: string[]
  /** Addresses and IDs of emails of any kind that arrived more than twice: there must be none. */
  tooOften: string[]
  /** How many emails of any kind were tried more than once since the first invitation. */
  interrupted: number
}

/** About 40 per second, so that an email is in transit at almost any moment. */
const pauseMs = 25

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Invites new addresses, one inviter after another, until all reach their limits or it is stopped. */
export function startInviting(inviters: readonly Inviter[]): InvitationLoad {
  const acknowledged: string[] = []
  const wrong: string[] = []
  const startedAt = new Date()
  let isStopping = false
  const invitations = inviters.flatMap(({ send, appId }) =>
    Array.from({ length: invitationLimits.emailsPerAppAndDay }, (_, number) => async () => {
      const email = `reader-${number}-of-${appId}@example.test`
      const answer = await send(createInvitation.method, createInvitation.path, {
        developer_app_id: appId,
        email,
        role: 'developer',
      })
      if (answer.status === 201) acknowledged.push(email)
      else if (!isUnavailable(answer)) wrong.push(`${email}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }),
  )
  const last = invitations.splice(-2)
  const inviting = (async () => {
    for (const invite of invitations) {
      if (isStopping) return
      await invite()
      await pause(pauseMs)
    }
  })()
  return {
    stop: async (pool, received) => {
      isStopping = true
      await inviting
      await endWaits(pool)
      // Wakes the processes: of two, one may be killed.
      for (const invite of last) await invite()
      await expect.poll(() => countUnsent(pool), { interval: 20 }).toBe(0)
      const countOf = countBy(received, /^To: (.*)$/m)
      const arrivals = acknowledged.map((email) => countOf.get(email) ?? 0)
      const countOfEmail = countBy(received, /^Message-ID: (.*)$/m)
      return {
        acknowledged: acknowledged.length,
        wrong,
        lost: acknowledged.filter((email) => !countOf.has(email)),
        tooOften: [
          ...acknowledged.filter((_, index) => (arrivals[index] ?? 0) > 2),
          ...[...countOfEmail.keys()].filter((id) => (countOfEmail.get(id) ?? 0) > 2),
        ],
        interrupted: await countInterrupted(pool, startedAt),
      }
    },
  }
}

/** Makes interrupted emails due, as if their two-minute leases and their waits had ended. */
const endWaits = (pool: pg.Pool) =>
  pool.query(
    `update jobs set locked_until = case state when 'running' then now() end, run_at = least(run_at, now())
     where kind = 'mail.deliver' and state in ('running', 'waiting')`,
  )

async function countUnsent(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from jobs where kind = 'mail.deliver' and state in ('running', 'waiting')`,
  )
  return rows[0]?.count ?? 0
}

async function countInterrupted(pool: pg.Pool, since: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from jobs join mails on mails.id::text = jobs.key
     where jobs.kind = 'mail.deliver' and attempts > 1 and mails.created_at >= $1`,
    [since],
  )
  return rows[0]?.count ?? 0
}

/** Counts emails by the value of this header. */
function countBy(received: readonly Buffer[], header: RegExp): Map<string, number> {
  const counts = new Map<string, number>()
  for (const email of received) {
    const value = header.exec(email.toString())?.[1]?.trim() ?? ''
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}
