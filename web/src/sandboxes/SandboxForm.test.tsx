import type { AppRole } from '@trestle/domain/apps/contract.ts'
import { updateSandbox, type Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildSandbox, later } from '../../testing/build.ts'
import { expectCopied } from '../../testing/clipboard.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { SandboxForm } from './SandboxForm.tsx'

const sandbox = buildSandbox({ redirect_uri: 'https://crane.example.test' })
const uris = page.getByRole('textbox', { name: 'Redirect URIs' })
const domains = page.getByRole('textbox', { name: 'Allowed CORS domains' })
const save = page.getByRole('button', { name: 'Save sandbox' })

interface Options {
  canEdit?: boolean
  role?: AppRole
  secret?: ReactNode
  shown?: Sandbox
}

function render({ canEdit = true, role = 'owner', secret = null, shown = sandbox }: Options = {}) {
  renderPart(<SandboxForm sandbox={shown} canEdit={canEdit} role={role} secret={secret} />)
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
  await expect.element(page.getByText('Not shown to users with the User role.').first()).toBeVisible()
  await expect.element(page.getByText(sandbox.app_id ?? '')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Copy Company ID' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy Client ID' })).not.toBeInTheDocument()
  await expect.element(page.getByText('the secret')).not.toBeInTheDocument()
  await expect.element(uris).not.toBeInTheDocument()
  await expect.element(save).not.toBeInTheDocument()
})

test('shows its values, each with a copy button', { tags: ['SBX-04', 'SBX-06', 'SBX-12'] }, async () => {
  const secret = <span>No secret has been generated yet.</span>
  const created_at = new Date(2026, 3, 9, 16, 5).toISOString()
  const updated_at = new Date(2026, 4, 1, 8, 0).toISOString()
  render({ secret, shown: { ...sandbox, procore_app_id: 'app-9', created_at, updated_at } })
  await expect.element(page.getByText('4711', { exact: true })).toBeVisible()
  expect(texts(page.getByRole('definition')).slice(0, 2)).toEqual([
    'April 9th 2026, 4:05 pm',
    'May 1st 2026, 8:00 am',
  ])
  expect(texts(page.getByRole('term'))).toEqual([
    'Created',
    'Updated',
    'Company ID',
    'Sandbox URL',
    'Client ID',
    'Client secret',
    'Trestle app ID',
    'Authorization URL',
    'Token URL',
    'API base URL',
  ])
  const { origin } = window.location
  for (const [name, value] of [
    ['Company ID', '4711'],
    ['Sandbox URL', sandbox.url],
    ['Client ID', sandbox.app_id],
    ['Trestle app ID', 'app-9'],
    ['Authorization URL', `${origin}/sandbox/oauth/authorize`],
    ['Token URL', `${origin}/sandbox/oauth/token`],
    ['API base URL', `${origin}/sandbox`],
  ] as const) {
    await expectCopied(page.getByRole('button', { name: `Copy ${name}` }), value ?? '')
  }
  await expect.element(page.getByText('No secret has been generated yet.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Your first API call' }))
    .toHaveAttribute('href', '/documentation/first-api-call')
})

test('can be saved once something changes, by button or Ctrl+S', { tags: ['SBX-22'] }, async () => {
  reply(updateSandbox, { ...sandbox, allowed_cors_domain: 'lift.example', updated_at: later })
  render()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  await expect.element(save).toBeDisabled()
  await uris.fill('https://lift.example/cb')
  await expect.element(save).toBeEnabled()
  await uris.fill(sandbox.redirect_uri)
  await expect.element(save).toBeDisabled()
  await domains.fill('lift.example')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText('Sandbox saved')).toBeVisible()
  await expect.element(save).toBeDisabled()
})

test(
  'reports each invalid redirect URI by its line and keeps the input',
  { tags: ['SBX-18', 'SBX-19', 'SBX-20', 'SBX-21'] },
  async () => {
    render()
    const typed = [
      'http://lift.example/cb',
      'https://lift.example/cb',
      'lift.example',
      'https://*.lift.example',
      'https://lift.example/#a',
      'https://lift.example/cb',
    ].join('\n')
    const messages = [
      'Line 1: http://lift.example/cb must use https. Only http://localhost can be used without https.',
      "Line 3: lift.example isn't a full address like https://example.com/callback.",
      'Line 4: https://*.lift.example must not contain a wildcard (*). Addresses must match exactly.',
      'Line 5: https://lift.example/#a must not contain a fragment (#).',
      'Line 6: https://lift.example/cb is already on line 2.',
    ]
    await uris.fill(typed)
    await userEvent.tab()
    await expect.element(uris).toHaveAttribute('aria-invalid', 'true')
    for (const message of messages) {
      await expect.element(uris).toHaveAccessibleDescription(expect.stringContaining(message))
    }
    await domains.fill('lift.example/app')
    await save.click()
    const summary = page.getByRole('alert')
    await expect.element(summary).toMatchTextContent('There are 2 problems to correct')
    const invalidDomain =
      "Allowed CORS domains: lift.example/app isn't a domain like example.com or https://app.example.com, without a path."
    await expect.element(summary).toMatchTextContent(invalidDomain)
    uris.element().focus()
    await summary.getByRole('button', { name: /^Allowed CORS domains/ }).click()
    await expect.element(domains).toHaveFocus()
    await expect.element(uris).toHaveValue(typed)
    await uris.fill('')
    await userEvent.tab()
    await expect.element(uris).toHaveAccessibleDescription(/This field is required/)
    await uris.fill('https://lift.example/cb')
    await domains.fill('')
    await expect.element(summary).not.toBeInTheDocument()
    expect(sent(updateSandbox)).toEqual([])
  },
)
