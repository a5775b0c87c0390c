import { updateSandbox } from '@trestle/domain/sandboxes/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSandbox, later } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { SandboxForm } from './SandboxForm.tsx'

const sandbox = buildSandbox({ redirect_uri: 'https://crane.example.test' })
const uris = page.getByRole('textbox', { name: 'Redirect URIs' })
const domains = page.getByRole('textbox', { name: 'Allowed CORS domains' })
const save = page.getByRole('button', { name: 'Save Sandbox' })

const role = 'owner'

function render({ canEdit = true } = {}) {
  renderPart(<SandboxForm sandbox={sandbox} canEdit={canEdit} role={role} secret={null} />)
}

test('saves changes', async () => {
  reply(updateSandbox, { ...sandbox, allowed_cors_domain: 'example.com', updated_at: later })
  render()
  await domains.fill('example.com')
  await save.click()
  await expect.element(page.getByText('Sandbox saved')).toBeVisible()
  expect(sent(updateSandbox)).toMatchObject([
    {
      params: { id: '70' },
      body: { allowed_cors_domain: 'example.com', if_unchanged_since: sandbox.updated_at },
    },
  ])
})

test('disables both fields and the button without the right to edit', async () => {
  render({ canEdit: false })
  await expect.element(uris).toHaveAttribute('readonly')
  await expect.element(domains).toHaveAttribute('readonly')
  await expect.element(save).toHaveAccessibleDescription(/may change this app's sandbox/)
})

test('shows a refusal in the form', async () => {
  refuse(updateSandbox, { code: 'not_found', message: 'The sandbox was replaced.' })
  render()
  await domains.fill('example.com')
  await save.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The sandbox was replaced.')
  await expect.element(domains).toHaveValue('example.com')
})

test('asks about a stale save', async () => {
  const current = { ...sandbox, allowed_cors_domain: 'theirs.example', updated_at: later }
  refuse(updateSandbox, { code: 'conflict', message: 'Changed meanwhile.', current })
  render()
  await domains.fill('example.com')
  await save.click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.element(domains).toHaveValue('theirs.example')
})
