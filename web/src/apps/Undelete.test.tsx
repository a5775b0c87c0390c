import { deletedEmail } from '@trestle/domain/accounts/deletion/rules.ts'
import { getAdminDeveloperApp, undeleteDeveloperApp, type AppRole } from '@trestle/domain/apps/contract.ts'

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminApp, buildAdminSession, now } from '../../testing/build.ts'
import { reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { Undelete } from './Undelete.tsx'

const app = buildAdminApp({ deleted_at: now })
const undelete = page.getByRole('button', { name: 'Undelete' }).first()
const dialog = page.getByRole('dialog', { name: 'Undelete Crane Planner?' })

async function ask(shown = app) {
  const events: string[] = []
  reply(getAdminDeveloperApp, shown)
  renderPart(<Undelete app={shown} onFailure={() => {}} onDone={() => events.push('done')} />, {
    session: buildAdminSession(),
  })
  await undelete.click()
  return events
}

test('restores the app after a confirmation', async () => {
  reply(undeleteDeveloperApp, buildAdminApp())
  const events = await ask()
  await dialog.getByRole('button', { name: 'Undelete' }).click()
  await expect.element(page.getByText('App Undeleted!')).toBeVisible()
  expect(events).toEqual(['done'])
  expect(sent(undeleteDeveloperApp)).toMatchObject([{ params: { id: '7' } }])
})

const buildCollaborators = (roles: AppRole[]) =>
  roles.map((role, id) => ({ id, role, developer: { name: role, email: `${role}@example.test` } }))

test.each<[AppRole[], string]>([
  [['owner'], 'Its owner gets access again and is notified by email.'],
  [['owner', 'admin'], 'Its owner and 1 collaborator get access again and are notified by email.'],
  [['owner', 'admin', 'user'], 'Its owner and 2 collaborators get access again and are notified by email.'],
])('the dialog of an app with %j counts the owner apart: %s', { tags: ['AAPP-34'] }, async (roles, text) => {
  await ask({ ...app, collaborators: buildCollaborators(roles) })
  await expect.element(dialog.getByText(text)).toBeVisible()
})

test.each<[AppRole[], string]>([
  [['owner'], 'Its owner deleted their account, so no one gets access again.'],
  [['owner', 'admin'], '1 collaborator gets access again and is notified by email.'],
  [['owner', 'admin', 'user'], '2 collaborators get access again and are notified by email.'],
])(
  'the dialog of an app whose owner deleted their account, with the roles %j, says: %s',
  { tags: ['AAPP-34'] },
  async (roles, text) => {
    const owner = { ...app.owner, email: deletedEmail(app.owner_id) }
    await ask({ ...app, owner, collaborators: buildCollaborators(roles) })
    await expect.element(dialog.getByText(text)).toBeVisible()
  },
)

test('Cancel leaves the app deleted', async () => {
  await ask()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(undelete).toHaveFocus()
})
