// @module-tag engine
import { getDeveloperApp, updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  removeCollaborator,
  resendInvitation,
  updateCollaborators,
} from '@trestle/domain/collaborators/contract.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { roundCount } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** An action, its caller and its target, by their positions in a team of five. */
interface Attempt {
  kind: 'invite' | 'accept' | 'promote' | 'demote' | 'transfer' | 'remove' | 'cancel' | 'resend' | 'delete'
  by: number
  to: number
}

const team = 5
const position = fc.nat({ max: team - 1 })
const attempt: fc.Arbitrary<Attempt> = fc.record({
  // Deleting is rare, so that most sequences have an app until the end.
  kind: fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom('invite', 'accept') },
    {
      weight: 24,
      arbitrary: fc.constantFrom('promote', 'demote', 'transfer', 'remove', 'cancel', 'resend'),
    },
    { weight: 1, arbitrary: fc.constant('delete') },
  ) as fc.Arbitrary<Attempt['kind']>,
  by: position,
  to: position,
})
/** Each step is one action, or several at the same time. */
const steps = fc.array(fc.array(attempt, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })

interface World {
  server: TestServer
  appId: number
  people: DeveloperRow[]
}

/** Builds an app with an owner, an admin and a developer, and two developers without access to it. */
async function buildWorld(server: TestServer): Promise<World> {
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id, sandbox: 'none' })
  const members = [
    await buildCollaborator(server, app, 'admin'),
    await buildCollaborator(server, app, 'developer'),
  ]
  const others = [await buildDeveloper(server), await buildDeveloper(server)]
  return { server, appId: app.id, people: [owner, ...members, ...others] }
}

async function rowIn(
  { server, appId }: World,
  table: 'collaborators' | 'invitations',
  person: DeveloperRow,
): Promise<number> {
  const { db } = server.services
  const row =
    table === 'collaborators'
      ? await db
          .selectFrom('collaborators')
          .select('id')
          .where('app_id', '=', appId)
          .where('developer_id', '=', person.id)
          .executeTakeFirst()
      : await db
          .selectFrom('invitations')
          .select('id')
          .where('app_id', '=', appId)
          .where('email', '=', person.email)
          .orderBy('id', 'desc')
          .executeTakeFirst()
  return row?.id ?? 999_999_999
}

async function newestToken({ server }: World, email: string): Promise<string> {
  const message = await server.services.db
    .selectFrom('mails')
    .select('body')
    .where('recipient', '=', email)
    .where('kind', '=', 'invitation')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return /\/invitations\/([\w-]+)/.exec(message?.body ?? '')?.[1] ?? 'none'
}

async function perform(
  world: World,
  { kind, by, to }: Attempt,
): Promise<{ status: number; text: string } | null> {
  const { server, appId, people } = world
  const caller = people[by]
  const target = people[to]
  if (!caller || !target) throw new Error('The team has five people.')
  const client = server.as(caller)
  const setRole = async (role: 'admin' | 'developer') =>
    client.attempt(updateCollaborators, {
      body: {
        developer_app_id: appId,
        collaborators: [{ id: await rowIn(world, 'collaborators', target), role }],
      },
    })
  const params = async (table: 'collaborators' | 'invitations') => ({ id: await rowIn(world, table, target) })
  switch (kind) {
    case 'invite':
      return client.attempt(createInvitation, {
        body: { developer_app_id: appId, email: target.email, role: 'developer' },
      })
    case 'accept':
      return client.attempt(acceptInvitation, {
        params: { token: await newestToken(world, caller.email) },
      })
    case 'promote':
      return setRole('admin')
    case 'demote':
      return setRole('developer')
    case 'transfer':
      return client.attempt(updateDeveloperApp, { params: { id: appId }, body: { owner_id: target.id } })
    case 'remove':
      return client.attempt(removeCollaborator, { params: await params('collaborators') })
    case 'cancel':
      return client.attempt(cancelInvitation, {
        params: await params('invitations'),
        body: { status: 'canceled' },
      })
    case 'resend':
      return client.attempt(resendInvitation, { params: await params('invitations') })
    case 'delete': {
      await server.services.db
        .updateTable('developer_apps')
        .set({ deleted_at: server.services.now() })
        .where('id', '=', appId)
        .execute()
      return null
    }
    default:
      return kind satisfies never
  }
}

async function expectSound(world: World): Promise<void> {
  const { server, appId, people } = world
  const { db } = server.services
  const app = await db
    .selectFrom('developer_apps')
    .selectAll()
    .where('id', '=', appId)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('collaborators').selectAll().where('app_id', '=', appId).execute()
  const owners = rows.filter(({ role }) => role === 'owner')
  expect(owners.map((row) => row.developer_id)).toEqual([app.owner_id])
  const isMember = ({ id }: DeveloperRow) => rows.some((row) => row.developer_id === id)
  const statuses = await Promise.all(
    people.map(
      async (person) => (await server.as(person).attempt(getDeveloperApp, { params: { id: appId } })).status,
    ),
  )
  const expected = people.map((person) => (app.deleted_at === null && isMember(person) ? 200 : 404))
  expect(statuses).toEqual(expected)
}

test(
  'any sequence of actions, even concurrent ones, leaves one owner, never fails, and hides the app from removed members',
  { tags: ['COLL-09', 'COLL-15', 'COLL-17'], timeout: 180_000 },
  async () => {
    const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1000000' } })
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const world = await buildWorld(server)
        for (const attempts of sequence) {
          const answers = await Promise.all(attempts.map((each) => perform(world, each)))
          for (const answer of answers) if (answer) expect(answer.status, answer.text).toBeLessThan(500)
          await expectSound(world)
        }
      }),
      { numRuns: roundCount({ short: 40, long: 200 }), seed: 20_261_121 },
    )
    // Sequences in which no action succeeds would prove nothing.
    const happened = new Set((await server.audit()).map(({ action }) => action))
    expect([...happened].toSorted()).toEqual([
      'app.transferred',
      'collaborator.invited',
      'collaborator.removed',
      'collaborator.role_changed',
      'invitation.accepted',
      'invitation.canceled',
      'invitation.resent',
    ])
  },
)
