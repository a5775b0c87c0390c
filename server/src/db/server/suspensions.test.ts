import { getSession } from '@trestle/domain/accounts/calls.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/calls.ts'
import { renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { expect, onTestFinished, test } from 'vitest'
import { buildDeveloper } from '../../../testing/build.ts'
import { buildPersonalToken } from '../../../testing/personalTokens.ts'
import { startServerProcess } from '../../../testing/serverProcess.ts'
import { openSession, startTestServer } from '../../../testing/server.ts'

test('a suspension by one process ends sessions, tokens and feeds immediately in another', async () => {
  const PUBLIC_URL = 'http://localhost:4000'
  const server = await startTestServer({ env: { PUBLIC_URL } })
  const { connectionString = '' } = server.database.pool.options
  const other = await startServerProcess({ DATABASE_URL: connectionString, PUBLIC_URL })
  onTestFinished(async () => {
    other.child.kill('SIGTERM')
    await other.ended
  })
  const person = await buildDeveloper(server)
  const session = await openSession(server, person.id)
  const { token } = await buildPersonalToken(server, person)
  const { body: feed } = await server.as(person).call(renewNotificationFeed)
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${other.url}${path}`, { headers })
  const readThere = async () => {
    const reply = await ask(getSession.path, { cookie: `trestle_session=${session}` })
    const { developer } = (await reply.json()) as { developer: { id: number } | null }
    return {
      session: developer?.id ?? null,
      token: (await ask(listDeveloperApps.path, { authorization: `Bearer ${token}` })).status,
      feed: (await ask(new URL(feed.atom_url).pathname)).status,
    }
  }
  expect(await readThere()).toEqual({ session: person.id, token: 200, feed: 200 })
  const staff = await buildDeveloper(server, { is_admin: true })
  await server
    .as(staff)
    .call(suspendDeveloper, { params: { id: person.id }, body: { reason: 'Shared their password' } })
  expect(await readThere()).toEqual({ session: null, token: 401, feed: 404 })
})
