import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { now } from '../../testing/build.ts'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { TextLink } from '../ui/Link.tsx'
import { SecretField } from './SecretField.tsx'

const secretMade = { last_four: 'a1b2', made_at: now }
const reset = page.getByRole('button', { name: 'Reset secret' }).first()
const question = page.getByRole('dialog', { name: 'Reset the production client secret of Crane Planner?' })
const understood = question.getByRole('checkbox')
const confirm = question.getByRole('button', { name: 'Reset secret' })
const display = page.getByRole('dialog', { name: 'Your new production client secret' })

interface Options {
  environment?: 'production' | 'sandbox'
  stored?: typeof secretMade | null
  make?: () => Promise<{ uid: string; secret: string }>
  mayReset?: boolean
}

function render({ make, mayReset = true, environment = 'production', stored = secretMade }: Options = {}) {
  const confirmed: boolean[] = []
  renderPart(
    <>
      <TextLink href="/next">Next</TextLink>
      <SecretField
        environment={environment}
        appName="Crane Planner"
        stored={stored}
        mayReset={mayReset}
        make={async (isConfirmed) => {
          confirmed.push(isConfirmed)
          return make ? make() : { uid: 'client-7', secret: 'new-secret' }
        }}
        onMade={() => undefined}
      />
    </>,
    { address: '/developer_apps/7/oauth_credentials' },
  )
  return confirmed
}

test(
  'reset stays disabled until the box is checked',
  { tags: ['APP-28', 'CRED-11', 'CRED-12'] },
  async () => {
    const confirmed = render()
    await reset.click()
    await expect
      .element(
        question.getByText(
          /^All client secrets of this environment and their tokens are revoked immediately\. The newest was created .*\. Anything that signs in with one of them stops working until it has the new secret, and users have to sign in again\. This can't be undone\.$/,
        ),
      )
      .toBeVisible()
    await expect.element(understood).toHaveFocus()
    await expect.element(confirm).toBeDisabled()
    await expect.element(confirm).toHaveAccessibleDescription('Select the checkbox first.')
    await userEvent.keyboard('{Enter}')
    expect(confirmed).toEqual([])
  },
)

test('shows the secret once, and closes only after it is saved', async () => {
  const confirmed = render()
  await reset.click()
  await understood.click()
  await confirm.click()
  await expect.element(display.getByText('This secret is shown only once')).toBeVisible()
  expect(confirmed).toEqual([true])
  await userEvent.keyboard('{Escape}')
  const done = display.getByRole('button', { name: 'Done' })
  await expect.element(done).toBeDisabled()
  await display.getByRole('checkbox', { name: 'I have stored the secret' }).click()
  await done.click()
  await expect.element(display).not.toBeInTheDocument()
  await expect.element(reset).toHaveFocus()
})

test(
  'closes a secret only with its button, after a copy or a confirmation',
  { tags: ['APP-28', 'CRED-13'] },
  async () => {
    render()
    await reset.click()
    await understood.click()
    await confirm.click()
    const secret = display.getByRole('textbox', { name: 'Client secret' })
    const done = display.getByRole('button', { name: 'Done' })
    const tick = display.getByRole('checkbox', { name: 'I have stored the secret' })
    await expect.element(done).toBeDisabled()
    await expect.element(done).toHaveAccessibleDescription('Copy the secret or select the checkbox first.')
    expect(display.getByRole('button', { name: 'Close' }).elements()).toEqual([])
    await userEvent.keyboard('{Escape}')
    const outside = document.elementFromPoint(5, 450)
    if (outside instanceof HTMLElement) outside.click()
    await expect.element(secret).toHaveValue('new-secret')
    await expect.poll(currentAddress).toBe('/developer_apps/7/oauth_credentials')
    const top = () => display.element().getBoundingClientRect().top
    const topBefore = top()
    await expect.element(secret).toHaveFocus()
    await display.getByText('I have stored the secret').click()
    await expect.element(done).toBeEnabled()
    expect(top()).toBe(topBefore)
    await tick.click()
    await expect.element(done).toBeDisabled()
    // Copying the id alone doesn't count.
    for (const name of ['Client ID', 'Client secret']) {
      await expect.element(done).toBeDisabled()
      const field = display.getByRole('textbox', { name })
      await field.click()
      field.element().dispatchEvent(new ClipboardEvent('copy', { bubbles: true }))
    }
    await expect.element(done).toBeEnabled()
  },
)

test('Back does not close a secret that is already stored', { tags: ['CRED-13'] }, async () => {
  render()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(currentAddress).toBe('/next')
  await reset.click()
  await understood.click()
  await confirm.click()
  await display.getByRole('checkbox', { name: 'I have stored the secret' }).click()
  const left = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await left
  await expect.poll(currentAddress).toBe('/next')
  await expect.element(display).toBeVisible()
})

test(
  'without a secret generates one after a question that revokes nothing',
  { tags: ['CRED-15'] },
  async () => {
    const confirmed = render({ environment: 'sandbox', stored: null })
    const generate = page.getByRole('button', { name: 'Generate secret' }).first()
    await expect.element(page.getByText('No secret has been generated yet.')).toBeVisible()
    await expect.element(reset).not.toBeInTheDocument()
    await generate.click()
    const dialog = page.getByRole('dialog', { name: 'Generate a sandbox client secret for Crane Planner?' })
    await expect.element(dialog.getByText(/^The secret is shown only once\./)).toBeVisible()
    expect(dialog.element().textContent).not.toContain('revoked')
    expect(confirmed).toEqual([])
    await dialog.getByRole('button', { name: 'Generate secret' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Your new sandbox client secret' })).toBeVisible()
    expect(confirmed).toEqual([true])
  },
)

test('shows the first production secret without a question', { tags: ['CRED-04', 'CRED-10'] }, async () => {
  const confirmed = render({ stored: null })
  await page.getByRole('button', { name: 'Show secret' }).click()
  await expect.element(display.getByText('This secret is shown only once')).toBeVisible()
  expect(confirmed).toEqual([false])
})

test('Escape cancels and returns the focus', async () => {
  const confirmed = render()
  await reset.click()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(reset).toHaveFocus()
  expect(confirmed).toEqual([])
})

test.each([
  ['a reset', secretMade, 'Reset the sandbox client secret of Crane Planner?', 'Reset secret'],
  ['a first secret', null, 'Generate a sandbox client secret for Crane Planner?', 'Generate secret'],
])('the question about %s stays open until the secret is made', async (_, stored, title, label) => {
  const { promise, resolve } = Promise.withResolvers<{ uid: string; secret: string }>()
  const confirmed = render({ environment: 'sandbox', stored, make: () => promise })
  await page.getByRole('button', { name: label }).first().click()
  const dialog = page.getByRole('dialog', { name: title })
  if (stored) await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: label }).click()
  await expect.poll(() => confirmed).toEqual([true])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  resolve({ uid: 'client-7', secret: 'new-secret' })
  await expect.element(page.getByRole('textbox', { name: 'Client secret' })).toHaveValue('new-secret')
})

test(
  'shows a refused reset next to the button, which can be clicked again',
  { tags: ['CRED-16'] },
  async () => {
    let calls = 0
    const make = async () => {
      calls += 1
      if (calls === 1) throw new Error('lost')
      return { uid: 'client-7', secret: 'new-secret' }
    }
    render({ make })
    await reset.click()
    await understood.click()
    await confirm.click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(display).not.toBeInTheDocument()
    await expect.element(reset).toHaveFocus()
    await reset.click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await understood.click()
    await confirm.click()
    await expect.element(display).toBeVisible()
  },
)

test('without the right there is no button, and the page says who may reset', async () => {
  render({ mayReset: false })
  await expect.element(page.getByText(/can reset this app's secrets/)).toBeVisible()
  await expect.element(reset).not.toBeInTheDocument()
})
