import {
  generateFakeSandbox,
  requestAdminSandbox,
  requestSandbox,
} from '@trestle/domain/sandboxes/contract.ts'
import type { AppPermissions } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildPermissions, buildSandbox } from '../../testing/build.ts'
import { hold, refuse, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { SandboxProgress } from './SandboxProgress.tsx'

const generate = page.getByRole('button', { name: 'Generate Sandbox' })
const generateFake = page.getByRole('button', { name: 'Generate fake sandbox' })

function render(permissions: Partial<AppPermissions> = {}) {
  renderPart(
    <SandboxProgress
      view="none"
      now={0}
      app={buildApp({ sandbox: null })}
      permissions={buildPermissions(permissions)}
      secret={null}
    />,
  )
}

test('shows both buttons to users with both rights', async () => {
  render()
  await expect.element(generate).toBeEnabled()
  await expect.element(generateFake).toBeEnabled()
})

test('shows the Generate Sandbox button only with its own right', async () => {
  render({ canGenerateSandbox: false })
  await expect.element(generateFake).toBeEnabled()
  await expect.element(generate).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Ask the app owner, Dana Reyes/)).toBeVisible()
})

test('shows the Generate fake sandbox button only with its own right', async () => {
  render({ canGenerateFakeSandbox: false })
  await expect.element(generate).toBeEnabled()
  await expect.element(generateFake).not.toBeInTheDocument()
})

test.each([
  ['Generate Sandbox', requestSandbox],
  ['Generate fake sandbox', generateFakeSandbox],
])('shows a refusal of %s above the buttons', async (name, endpoint) => {
  refuse(endpoint, { code: 'conflict', message: 'The sandbox service is full.' })
  render()
  await page.getByRole('button', { name }).click()
  const refusal = page.getByRole('alert').filter({ hasText: "The sandbox couldn't be requested" })
  await expect.element(refusal).toMatchTextContent('The sandbox service is full.')
})

test.each([
  ['Generate Sandbox', requestSandbox],
  ['Generate fake sandbox', generateFakeSandbox],
])('%s disables both buttons while it runs', async (name, endpoint) => {
  reply(endpoint, buildSandbox())
  const request = hold(endpoint)
  render()
  await page.getByRole('button', { name }).click()
  await expect.element(generate).toBeDisabled()
  await expect.element(generateFake).toBeDisabled()
  request.release()
  await expect.element(generate).toBeEnabled()
  await expect.element(generateFake).toBeEnabled()
})

test('shows staff why their request was refused', async () => {
  refuse(requestAdminSandbox, { code: 'conflict', message: 'The sandbox service is full.' })
  renderPart(
    <SandboxProgress
      view="none"
      now={0}
      app={buildApp({ sandbox: null })}
      permissions={buildPermissions()}
      forStaff={{ refusal: null }}
      secret={null}
    />,
  )
  await generate.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The sandbox service is full.')
})

test('staff who may not request a sandbox see why', async () => {
  renderPart(
    <SandboxProgress
      view="none"
      now={0}
      app={buildApp({ sandbox: null })}
      permissions={buildPermissions()}
      forStaff={{ refusal: 'The app is deleted.' }}
      secret={null}
    />,
  )
  await expect.element(page.getByText('The app is deleted.')).toBeVisible()
})
