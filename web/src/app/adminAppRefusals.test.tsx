import { deleteContact } from '@trestle/domain/apps/contacts/contract.ts'
import {
  getAdminDeveloperApp,
  undeleteDeveloperApp,
  type AdminDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { removeGuest } from '@trestle/domain/collaborators/contract.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminApp, buildAdminSession, now } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const kim = {
  id: 5,
  name: 'Kim Vance',
  email: 'kim@example.test',
  links: { edit: '/admin/developer_apps/7/contacts/5/edit' },
  updated_at: now,
}

const guest = { id: 6, role: 'user' as const, developer: { name: 'Gita Nair', email: 'gita@example.test' } }

test.each<[why: string, endpoint: Endpoint, app: Partial<AdminDeveloperApp>, ask: string, confirm: string]>([
  ['a contact was not removed', deleteContact, { contacts: [kim] }, 'Remove Kim Vance', 'Remove contact'],
  ['a guest was not removed', removeGuest, { collaborators: [guest] }, 'Remove Gita Nair', 'Remove guest'],
  ['the app was not restored', undeleteDeveloperApp, { deleted_at: now }, 'Undelete', 'Undelete'],
])('shows at the top of the page why %s', async (_, endpoint, app, ask, confirm) => {
  reply(getAdminDeveloperApp, buildAdminApp(app))
  reply(listManifests, [])
  reply(listReviews, [])
  refuse(endpoint, { code: 'conflict', message: 'Not now.' })
  renderPage(paths.adminApp(7), { session: buildAdminSession() })
  await page.getByRole('button', { name: ask }).click()
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
  await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent('Not now.')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
