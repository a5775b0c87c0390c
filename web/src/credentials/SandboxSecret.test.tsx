import { resetAdminSandboxSecret, resetSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import { listClientSecrets, resetAppSecret } from '@trestle/domain/credentials/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildClientSecret, buildSandbox, now } from '../../testing/build.ts'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { disconnect, hold, refuse, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { SandboxSecret } from './SandboxSecret.tsx'
import { ProductionFacts } from './ProductionFacts.tsx'

const app = buildApp({ sandbox: buildSandbox({ stored_secret: { last_four: 'a1b2', made_at: now } }) })

beforeEach(() => reply(listClientSecrets, []))

test.each([
  ['a developer', resetSandboxSecret, {}],
  ['staff', resetAdminSandboxSecret, { forStaff: { refusal: null } }],
])('shows %s why the sandbox secret was not reset', async (_, endpoint, forStaff) => {
  refuse(endpoint, { code: 'unavailable', message: 'The sandbox does not answer.' })
  renderPart(<SandboxSecret app={app} mayReset {...forStaff} />)
  await page.getByRole('button', { name: 'Reset secret' }).click()
  const question = page.getByRole('dialog', { name: 'Reset the sandbox client secret of Crane Planner?' })
  await question.getByRole('checkbox').click()
  await question.getByRole('button', { name: 'Reset secret' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The sandbox does not answer.')
  await expect.element(question).not.toBeInTheDocument()
})

test('shows a secret once, with adding and resetting next to each other', async () => {
  reply(listClientSecrets, [buildClientSecret()])
  renderPart(<SandboxSecret app={app} mayReset />)
  await expect.element(page.getByRole('listitem').getByText('•••• a1b2')).toBeVisible()
  expect(page.getByText(/a1b2/).elements()).toHaveLength(1)
  const add = page.getByRole('button', { name: 'Add a client secret' }).element()
  const reset = page.getByRole('button', { name: 'Reset secret' }).element()
  expect(add.parentElement).toBe(reset.parentElement)
})

test.each([
  [
    'in production',
    <ProductionFacts key="" app={{ ...buildApp(), confidential: false }} uid="client-7" mayReset />,
  ],
  ['in the sandbox', <SandboxSecret key="" app={{ ...buildApp(), confidential: false }} mayReset />],
  [
    'in the sandbox, to staff',
    <SandboxSecret key="" app={{ ...app, confidential: false }} mayReset forStaff={{ refusal: null }} />,
  ],
])('offers a public app no secret %s, and says why', { tags: ['CRED-05'] }, async (_where, part) => {
  renderPart(part)
  const note = "This app is public: it can't keep a client secret and doesn't use one."
  await expect.element(page.getByText(note)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /secret/i })).not.toBeInTheDocument()
})

test('offers a secret only for a live sandbox', async () => {
  const pending = buildApp({ sandbox: buildSandbox({ live: false }) })
  renderPart(
    <>
      <SandboxSecret app={app} mayReset />
      <SandboxSecret app={pending} mayReset />
    </>,
  )
  await expect.element(page.getByRole('button', { name: 'Reset secret' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Reset secret' }).elements()).toHaveLength(1)
})

test('shows why the first production secret was not made', async () => {
  refuse(resetAppSecret, { code: 'conflict', message: 'Promote a version first.' })
  renderPart(<ProductionFacts app={buildApp()} uid="client-7" mayReset />)
  await page.getByRole('button', { name: 'Show secret' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Promote a version first.')
})

test(
  'the first sandbox secret can be tried again after a lost connection',
  { tags: ['CRED-16'] },
  async () => {
    disconnect(resetSandboxSecret)
    renderPart(<SandboxSecret app={buildApp()} mayReset />)
    const generate = page.getByRole('button', { name: 'Generate secret' }).first()
    await generate.click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Generate secret' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent("The server couldn't be reached, or its reply got lost.")
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(generate).toHaveFocus()
  },
)

test('keeps the user on the page while a reset secret is on its way', async () => {
  disconnect(resetSandboxSecret)
  const waiting = hold(resetSandboxSecret)
  renderPart(<SandboxSecret app={buildApp()} mayReset />)
  await page.getByRole('button', { name: 'Generate secret' }).first().click()
  expect(asksBeforeClosing()).toBe(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Generate secret' }).click()
  await expect.poll(asksBeforeClosing).toBe(true)
  waiting.release()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent("The server couldn't be reached, or its reply got lost.")
  expect(asksBeforeClosing()).toBe(false)
})
