import { updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { preferenceKinds, type PreferenceKind } from '@trestle/domain/notificationPreferences/kinds.ts'
import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { choosePreferences, mailTo, passDay, runHour, startWithSmtp } from '../../testing/dailyEmails.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { countUnsentEmails } from './countEmails.ts'
import { mailKinds, type MailKind } from './kinds.ts'
import type { OutgoingFile } from './send.ts'

/** One kind of email of each preference. */
const examples: Record<PreferenceKind, MailKind> = {
  announcements: 'critical_notification',
  reviews: 'version_approved',
  collaborators: 'role_changed',
  reports: 'usage_report',
}

const readHeaders = ({ headers }: Email) =>
  Object.fromEntries(
    headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]),
  )

const csv = (filename: string, bytes = 10): OutgoingFile => ({
  filename,
  content_type: 'text/csv; charset=utf-8',
  content: Buffer.alloc(bytes, 'a'),
})

/** Written by hand: the preference of each kind of email. */
const assigned: Record<PreferenceKind | 'daily' | 'always', MailKind[]> = {
  announcements: ['critical_notification'],
  reviews: [
    'version_submitted',
    'version_approved',
    'version_rejected',
    'listing_submitted',
    'listing_approved',
    'listing_rejected',
    'app_activated',
  ],
  collaborators: [
    'role_changed',
    'invitation_accepted',
    'collaborator_removed',
    'guest_added',
    'app_deleted',
    'app_undeleted',
  ],
  reports: ['sandbox_ready', 'usage_report', 'usage_report_failed'],
  daily: ['daily_email'],
  always: [
    'confirm_email',
    'new_address',
    'reset_password',
    'old_address',
    'invited_registration',
    'repeated_registration',
    'password_changed',
    'new_device',
    'factor_added',
    'factor_removed',
    'factor_reset_requested',
    'factor_reset_canceled',
    'factors_reset',
    'recovery_codes_created',
    'recovery_code_used',
    'personal_token_created',
    'personal_token_expiring',
    'email_change_link',
    'email_change_taken',
    'email_changed',
    'email_change_undone',
    'account_suspended',
    'account_restored',
    'account_deleted',
    'security_alert',
    'credentials_suspension',
    'secret_leaked',
    'secret_made',
    'secret_reset',
    'ownership_received',
    'ownership_given',
    'own_app_deleted',
    'invitation',
  ],
}

test('every kind of email has the preference of the table above', () => {
  const actual = Object.entries(mailKinds).map(([kind, { preference }]) => `${kind}: ${preference}`)
  const expected = Object.entries(assigned).flatMap(([name, kinds]) =>
    kinds.map((kind) => `${kind}: ${name}`),
  )
  expect(actual.toSorted()).toEqual(expected.toSorted())
})

test(
  'security emails are sent even if everything is off, and have no link to stop them',
  { tags: ['NOTE-33'] },
  async () => {
    const { server, received, person } = await startWithSmtp()
    const off = Object.fromEntries(preferenceKinds.map((kind) => [kind, 'off']))
    await choosePreferences(server, person, off)
    for (const kind of assigned.always) await mailTo(server, person, kind, kind)
    const emails = await received()
    expect(emails.map(({ subject }) => subject)).toEqual(assigned.always.map((kind) => `About ${kind}`))
    expect(emails.map(readHeaders)).toEqual(assigned.always.map(() => ({})))
    expect(emails.filter(({ text }) => text?.includes('unsubscribe'))).toEqual([])
  },
)

test.each(preferenceKinds)(
  'sends emails about %s one by one, together once a day, or not at all',
  async (kind) => {
    const { server, received, person } = await startWithSmtp()
    await mailTo(server, person, examples[kind], 'first')
    expect(await received()).toHaveLength(1)

    await choosePreferences(server, person, { [kind]: 'off' })
    await mailTo(server, person, examples[kind], 'second')
    expect((await server.emails()).map(({ subject }) => subject)).toEqual(['About first'])

    await choosePreferences(server, person, { [kind]: 'daily' })
    await mailTo(server, person, examples[kind], 'third')
    expect(await received()).toHaveLength(1)
    await passDay(server)
    await runHour(server)
    const [first, daily, ...others] = await received()
    expect(others).toEqual([])
    expect(first?.subject).toBe('About first')
    expect(daily).toMatchObject({
      to: [{ address: person.email }],
      subject: expect.stringMatching(/^Trestle daily email of \d{4}-\d\d-\d\d: one update$/),
    })
    expect(daily?.text).toContain('About third\nhttp://portal.test/third\n')
    expect(daily?.text).toMatch(
      /^This is what happened on the Trestle developer portal from \d{4}-\d\d-\d\d \d\d:\d\d to \d{4}-\d\d-\d\d\s\d\d:\d\d UTC\./m,
    )
    expect(daily?.text).not.toContain('second')
  },
)

test.each([
  [false, 'sandbox_ready', 'Stop emails about reports and sandboxes:'],
  [true, 'usage_report', 'Stop emails about reports:'],
] as const)('with government cloud %s, %s says: %s', async (isGovernmentCloud, kind, text) => {
  const { server, received, person } = await startWithSmtp({ GOV_CLOUD: String(isGovernmentCloud) })
  await mailTo(server, person, kind, 'done')
  expect((await received())[0]?.text).toContain(text)
})

test(
  'an optional email has a link that ends its kind, for people and for email programs',
  { tags: ['NOTE-35'] },
  async () => {
    const { server, received, person } = await startWithSmtp()
    await mailTo(server, person, 'role_changed', 'role')
    const [email] = await received()
    const link = /^http:\/\/portal\.test\/unsubscribe\/\S+$/m.exec(email?.text ?? '')?.[0] ?? ''
    expect(email && readHeaders(email)).toEqual({
      'list-unsubscribe': `<${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    expect(email?.text).toContain('Stop emails about collaborators:')
    expect(email?.text).toContain('http://portal.test/account#notifications')
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: link.slice('http://portal.test'.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(statusCode).toBe(200)
    await mailTo(server, person, 'role_changed', 'again')
    await mailTo(server, person, 'version_approved', 'other kind')
    expect((await received()).map(({ subject }) => subject)).toEqual(['About role', 'About other kind'])
  },
)

test('the daily email lists what happened by kind, and its link ends it', { tags: ['NOTE-34'] }, async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reviews: 'daily', collaborators: 'daily' })
  await mailTo(server, person, 'role_changed', 'role')
  await mailTo(server, person, 'version_approved', 'version')
  await mailTo(server, person, 'listing_rejected', 'listing')
  await mailTo(server, person, 'listing_rejected', 'listing')
  await passDay(server)
  await runHour(server)
  const [email] = await received()
  expect(email?.subject).toMatch(/^Trestle daily email of \d{4}-\d\d-\d\d: 4 updates$/)
  const [content = '', footer = ''] = (email?.text ?? '').replaceAll('\r\n', '\n').split('—'.repeat(20))
  expect(content.trim().split('\n\n')).toEqual([
    expect.stringMatching(/^This is what happened on the Trestle developer portal from .+ UTC\.$/),
    'Reviews (3)',
    'About version\nhttp://portal.test/version',
    'About listing\nhttp://portal.test/listing\n(twice)',
    'Collaborators (1)',
    'About role\nhttp://portal.test/role',
  ])
  expect(footer).toContain('Stop the daily email:')
  expect(email && readHeaders(email)['list-unsubscribe']).toContain('.daily.')
  const stored = (await server.emails()).filter(({ kind }) => kind !== 'daily_email')
  expect(stored.map(({ body }) => body)).toEqual(
    stored.map(() => 'This email was sent as part of a daily email. Its text is no longer stored.'),
  )
})

test('a kind that was turned off since is not in the daily email', async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reviews: 'daily', reports: 'daily' })
  await mailTo(server, person, 'version_approved', 'version')
  await mailTo(server, person, 'usage_report', 'report')
  await choosePreferences(server, person, { reviews: 'off' })
  await passDay(server)
  await runHour(server)
  const [email] = await received()
  expect(email?.subject).toMatch(/^Trestle daily email of \d{4}-\d\d-\d\d: one update$/)
  expect(email?.text).not.toContain('version')
  expect((await server.emails()).map(({ subject }) => subject)).not.toContain('About version')
})

test('what waits for the daily email does not count as unsent, nor for the limit', async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reviews: 'daily' })
  for (let n = 0; n < 12; n += 1) await mailTo(server, person, 'version_approved', `version-${n}`)
  expect(await countUnsentEmails(server.services)).toEqual([])
  await choosePreferences(server, person, { reviews: 'on' })
  await mailTo(server, person, 'version_approved', 'at-once')
  expect((await received()).map(({ subject }) => subject)).toEqual(['About at-once'])
  await passDay(server)
  await runHour(server)
  expect((await received())[1]?.subject).toMatch(/^Trestle daily email of \d{4}-\d\d-\d\d: 12 updates$/)
})

test('attaches the files of the day while they fit, and names the others', async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reports: 'daily' })
  await mailTo(server, person, 'usage_report', 'one', [csv('one.csv')])
  await mailTo(server, person, 'usage_report', 'two', [csv('two.csv', 10_000_000)])
  await mailTo(server, person, 'usage_report', 'three', [csv('three.csv')])
  await passDay(server)
  await runHour(server)
  const [email] = await received()
  expect(email?.attachments.map(({ filename }) => filename)).toEqual(['one.csv', 'three.csv'])
  expect(email?.text).toContain('Attached: one.csv')
  expect(email?.text?.replaceAll(/\s+/g, ' ')).toContain(
    'Left out, because this email would be too large: two.csv. Request it again if you need it.',
  )
  expect(await server.services.db.selectFrom('mail_attachments').select('id').execute()).toEqual([])
})

test('the daily email goes to the new address of an account', async () => {
  const { server, received, person } = await startWithSmtp()
  const staff = await buildDeveloper(server, { is_admin: true })
  await choosePreferences(server, person, { reviews: 'daily' })
  await mailTo(server, person, 'version_approved', 'version')
  const body = { email: 'moved@example.test' }
  await server.as(staff).call(updateAdminDeveloper, { params: { id: person.id }, body })
  await passDay(server)
  await runHour(server)
  const daily = (await received()).filter(({ subject }) => subject?.includes('daily'))
  expect(daily.map(({ to }) => to?.[0]?.address)).toEqual(['moved@example.test'])
})

test('suspending and deleting an account delete what waits for its daily email', async () => {
  const { server, person } = await startWithSmtp()
  const staff = await buildDeveloper(server, { is_admin: true })
  const leaver = await buildDeveloper(server)
  for (const each of [person, leaver]) {
    await choosePreferences(server, each, { reviews: 'daily' })
    await mailTo(server, each, 'version_approved', 'version')
  }
  const { db } = server.services
  // As if each address had changed since.
  await db.updateTable('mails').set({ recipient: 'former@example.test' }).execute()
  await server.as(staff).call(suspendDeveloper, { params: { id: person.id }, body: { reason: 'Spam' } })
  await server.as(leaver).call(deleteAccount, { body: { email: leaver.email } })
  expect(await db.selectFrom('daily_mails').select('mail_id').execute()).toEqual([])
  expect(await listEmailsTo(server, 'former@example.test')).toEqual([])
})
