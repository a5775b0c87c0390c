import { getAdminDeveloperApp, undeleteDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminApp, buildAdminSession, now } from '../../testing/build.ts'
import { reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { Undelete } from './Undelete.tsx'

const app = buildAdminApp({ deleted_at: now })
const undelete = page.getByRole('button', { name: 'Undelete' }).first()
const dialog = page.getByRole('dialog', { name: 'Undelete Crane Planner?' })

async function ask() {
  const events: string[] = []
  reply(getAdminDeveloperApp, app)
  renderPart(<Undelete app={app} onFailure={() => {}} onDone={() => events.push('done')} />, {
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

test('Cancel leaves the app deleted', async () => {
  await ask()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(undelete).toHaveFocus()
})
