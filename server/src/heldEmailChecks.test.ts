import { updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { deleteDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { removeCollaborator } from '@trestle/domain/collaborators/contract.ts'
import { requestUsageReport } from '@trestle/domain/metrics/contract.ts'
import {
  createNotification,
  deleteNotification,
  updateNotification,
} from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper, findCollaboratorId } from '../testing/build.ts'
import { choosePreferences, mailTo, passDay, runHour, startWithSmtp } from '../testing/dailyEmails.ts'

/** Starts a server with someone who gets reports once a day, and requested one as a member of an app and one as owner. */
async function startWithHeldReports() {
  const { server, received } = await startWithSmtp()
  const app = await buildApp(server, { internal_name: 'Site Sync' })
  const person = await buildCollaborator(server, app, 'developer')
  const own = await buildApp(server, { internal_name: 'Crane Link', owner_id: person.id })
  await choosePreferences(server, person, { reports: 'daily' })
  for (const { id } of [app, own]) await server.as(person).call(requestUsageReport, { params: { id } })
  await server.drainJobs()
  expect(await received()).toEqual([])
  const owner = server.as({ id: app.owner_id })
  return { server, received, person, app, owner, memberId: await findCollaboratorId(server, app, person) }
}
type Held = Awaited<ReturnType<typeof startWithHeldReports>>

const endings: Record<string, (held: Held) => Promise<unknown>> = {
  'has left the app': ({ owner, memberId }) => owner.call(removeCollaborator, { params: { id: memberId } }),
  'has become a guest': ({ server, memberId }) =>
    server.services.db
      .updateTable('collaborators')
      .set({ role: 'user' })
      .where('id', '=', memberId)
      .execute(),
  'has an app that was deleted': ({ owner, app }) =>
    owner.call(deleteDeveloperApp, { params: { id: app.id } }),
}

test.each(Object.keys(endings))(
  'the daily email has no report of an app for someone who %s since',
  { tags: ['NOTE-34'] },
  async (what) => {
    const held = await startWithHeldReports()
    const { server, received, person } = held
    await endings[what]?.(held)
    await server.drainJobs()
    await passDay(server)
    await runHour(server)
    const daily = (await received()).filter(({ to }) => to?.[0]?.address === person.email).at(-1)
    expect(daily?.subject).toMatch(/: one update$/)
    expect(daily?.text).toContain('API usage report of Crane Link')
    expect(daily?.text).not.toContain('Site Sync')
    expect(daily?.attachments).toHaveLength(1)
  },
)

test('someone who is no longer staff gets no daily email about submissions', async () => {
  const { server, received } = await startWithSmtp()
  const admin = server.as(await buildDeveloper(server, { is_admin: true }))
  const [former, current] = [
    await buildDeveloper(server, { is_admin: true }),
    await buildDeveloper(server, { is_admin: true }),
  ]
  for (const each of [former, current]) {
    await choosePreferences(server, each, { reviews: 'daily' })
    await mailTo(server, each, 'version_submitted', 'version')
    await mailTo(server, each, 'listing_submitted', 'listing')
  }
  await admin.call(updateAdminDeveloper, { params: { id: former.id }, body: { is_admin: false } })
  await server.drainJobs()
  await passDay(server)
  await runHour(server)
  const daily = (await received()).filter(({ subject }) => subject?.includes('daily email'))
  expect(daily.map(({ to }) => to?.[0]?.address)).toEqual([current.email])
})

/** Announces something to someone who gets announcements once a day. */
async function startWithHeldAnnouncements() {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { announcements: 'daily' })
  const admin = server.as(await buildDeveloper(server, { is_admin: true, email_confirmed_at: null }))
  const announce = async (title: string, link = ''): Promise<number> => {
    const body = { title, summary: `About it.\n\n${link}`, body: 'Details', critical: true }
    return (await admin.call(createNotification, { body })).body.id
  }
  const hide = (id: number) => admin.call(updateNotification, { params: { id }, body: { visible: false } })
  const remove = (id: number) => admin.call(deleteNotification, { params: { id } })
  const listDaily = async () => {
    await server.drainJobs()
    expect(await received()).toEqual([])
    await passDay(server)
    await runHour(server)
    return received()
  }
  return { server, announce, hide, remove, listDaily }
}

test(
  'the daily email has no announcement that was hidden or deleted since',
  { tags: ['NOTE-34'] },
  async () => {
    const { server, announce, hide, remove, listDaily } = await startWithHeldAnnouncements()
    await announce('The kept one')
    const hidden = await announce('The hidden one')
    const deleted = await announce('The deleted one')
    // Its text links to another announcement.
    await announce('The linking one', `[Earlier](/notifications/${hidden})`)
    await server.drainJobs()
    await hide(hidden)
    await remove(deleted)
    const [daily, ...others] = await listDaily()
    expect(others).toEqual([])
    expect(daily?.subject).toMatch(/: 2 updates$/)
    expect(daily?.text).toContain('The kept one')
    expect(daily?.text).toContain('The linking one')
    expect(daily?.text).not.toContain('The hidden one')
    expect(daily?.text).not.toContain('The deleted one')
  },
)

test('someone whose only announcement was hidden gets no daily email', { tags: ['NOTE-34'] }, async () => {
  const { server, announce, hide, listDaily } = await startWithHeldAnnouncements()
  const id = await announce('The hidden one')
  await server.drainJobs()
  await hide(id)
  expect(await listDaily()).toEqual([])
})
