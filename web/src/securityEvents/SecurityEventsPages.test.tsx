import { getAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { listAccountSecurityEvents, listSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildAdminDeveloper, buildAdminSession, buildSession, now } from '../../testing/build.ts'
import { reply, sent } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const table = page.getByRole('table', { name: 'Security events' })
const event = {
  id: 1,
  at: now,
  kind: 'sign_in.succeeded',
  browser: 'Firefox on Linux',
  network: '203.0.113.0/24',
  details: {},
}

test('shows developers what happened to the security of their account', async () => {
  reply(listAccountSecurityEvents, [
    { ...event, id: 3, kind: 'token.created', by: 'owner', details: { name: 'Build server' } },
    { ...event, id: 2, kind: 'account.restored', by: 'staff', browser: null, network: null },
    { ...event, by: 'owner' },
  ])
  renderPage(paths.accountSecurityEvents(), { session: buildSession() })
  const cells = table.getByRole('row').nth(1).getByRole('cell')
  await expect
    .poll(() => texts(cells).slice(1))
    .toEqual(['Personal access token createdName: Build server', 'You', 'Firefox on Linux', '203.0.113.0/24'])
  expect(texts(table.getByRole('row').nth(2).getByRole('cell')).slice(1)).toEqual([
    'Account restored',
    'Trestle staff',
    'N/A',
    'N/A',
  ])
  await expectAccessible()
})

test('shows staff the accounts, and filters by kind and typed address', async () => {
  const developer = { id: 2, name: 'Kim Vance', email: 'kim@example.test' }
  const row = { ...event, developer, actor: developer, actor_kind: 'person', request_id: null } as const
  reply(listSecurityEvents, [
    row,
    { ...row, id: 2, kind: 'sign_in.failed', developer: null, actor: null, actor_kind: 'visitor' },
  ])
  reply(getAdminDeveloper, buildAdminDeveloper({ id: 2 }))
  renderPage(paths.securityEvents(2), { session: buildAdminSession() })
  await expect
    .element(table.getByRole('link', { name: 'Kim Vance' }))
    .toHaveAttribute('href', '/admin/developers/2/edit')
  expect(texts(table.getByRole('row').nth(2).getByRole('cell')).slice(1, 4)).toEqual([
    'No account',
    'Sign-in failed',
    'A visitor',
  ])
  await expectAccessible()
  await page.getByRole('combobox', { name: 'Event' }).selectOptions('Sign-in failed')
  await page.getByRole('searchbox', { name: 'Typed email address' }).fill('kim@example.test')
  const filters = { developer_id: '2', kind: 'sign_in.failed', typed_email: 'kim@example.test' }
  await expect.poll(() => sent(listSecurityEvents).at(-1)?.query.filters).toEqual(filters)
  await page.getByRole('searchbox', { name: 'Network' }).fill('192.0.2.0/24')
  await expect
    .poll(() => sent(listSecurityEvents).at(-1)?.query.filters)
    .toEqual({ ...filters, network: '192.0.2.0/24' })
})
