import { updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminApp, buildAdminSession, later } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { AdminAppForm } from './AdminAppForm.tsx'
import { useAdminAppForm } from './useAdminAppForm.ts'

const redirect_uri = 'https://crane.example.test'
const app = buildAdminApp({ redirect_uri })

function Example() {
  return <AdminAppForm app={app} state={useAdminAppForm(app)} />
}

const textbox = (name: string) => page.getByRole('textbox', { name })
const save = page.getByRole('button', { name: 'Save app' })

async function changeName() {
  renderPart(<Example />, { session: buildAdminSession() })
  await textbox('Internal name').fill('Crane Log')
  await save.click()
}

test('shows a refusal next to its field, and keeps the change', async () => {
  const message = 'Internal name is too long'
  refuse(updateAdminDeveloperApp, { code: 'invalid_input', message, fields: { internal_name: [message] } })
  await changeName()
  await expect.element(textbox('Internal name')).toHaveAccessibleDescription(new RegExp(`${message}$`))
  await expect.element(textbox('Internal name')).toHaveValue('Crane Log')
})

test('shows a refusal at the top of the form', async () => {
  refuse(updateAdminDeveloperApp, { code: 'conflict', message: 'The app is deleted.' })
  await changeName()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The app is deleted.')
})

test('a stale save asks before it overwrites', async () => {
  const current = buildAdminApp({ ...app, internal_name: 'Their name', updated_at: later })
  refuse(updateAdminDeveloperApp, { code: 'conflict', message: 'Changed meanwhile.', current })
  await changeName()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(textbox('Internal name')).toHaveValue('Crane Log')
  await save.click()
  reply(updateAdminDeveloperApp, buildAdminApp({ ...app, internal_name: 'Crane Log', updated_at: later }))
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect.poll(() => sent(updateAdminDeveloperApp).at(-1)?.body.if_unchanged_since).toBe(later)
})
