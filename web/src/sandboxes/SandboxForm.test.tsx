import type { AppRole } from '@trestle/domain/apps/contract.ts'
import { updateSandbox } from '@trestle/domain/sandboxes/contract.ts'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSandbox, later } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { SandboxForm } from './SandboxForm.tsx'

const sandbox = buildSandbox({ redirect_uri: 'https://crane.example.test' })
const uris = page.getByRole('textbox', { name: 'Redirect URIs' })
const domains = page.getByRole('textbox', { name: 'Allowed CORS domains' })
const save = page.getByRole('button', { name: 'Save sandbox' })

interface Options {
  canEdit?: boolean
  role?: AppRole
  secret?: ReactNode
}

function render({ canEdit = true, role = 'owner', secret = null }: Options = {}) {
  renderPart(<SandboxForm sandbox={sandbox} canEdit={canEdit} role={role} secret={secret} />)
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
  await expect.element(save).toHaveAccessibleDescription(/can change this app's sandbox/)
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
  refuse(updateSandbox, { code: 'conflict', message: 'Someone else changed this.', current })
  render()
  await domains.fill('example.com')
  await save.click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.element(domains).toHaveValue('theirs.example')
})

test('a guest sees the company of the sandbox, and no credentials and no form', async () => {
  render({ canEdit: false, role: 'user', secret: <span>the secret</span> })
  await expect.element(page.getByText('4711', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Not shown to guests of the app.').first()).toBeVisible()
  await expect.element(page.getByText(sandbox.app_id ?? '')).not.toBeInTheDocument()
  await expect.element(page.getByText('the secret')).not.toBeInTheDocument()
  await expect.element(uris).not.toBeInTheDocument()
  await expect.element(save).not.toBeInTheDocument()
})
