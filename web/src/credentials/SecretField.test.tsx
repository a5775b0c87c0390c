import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { now } from '../../testing/build.ts'
import { renderPart } from '../../testing/render.tsx'
import { SecretField } from './SecretField.tsx'

const stored = { last_four: 'a1b2', made_at: now }
const reset = page.getByRole('button', { name: 'Reset secret' }).first()
const question = page.getByRole('dialog', { name: 'Reset the production client secret of Crane Planner?' })
const understood = question.getByRole('checkbox')
const confirm = question.getByRole('button', { name: 'Reset secret' })
const display = page.getByRole('dialog', { name: 'Your new production client secret' })

interface Options {
  make?: () => Promise<{ uid: string; secret: string }>
  mayReset?: boolean
}

function render({ make, mayReset = true }: Options = {}) {
  const confirmed: boolean[] = []
  renderPart(
    <SecretField
      environment="production"
      appName="Crane Planner"
      stored={stored}
      mayReset={mayReset}
      make={async (isConfirmed) => {
        confirmed.push(isConfirmed)
        return make ? make() : { uid: 'client-7', secret: 'new-secret' }
      }}
      onMade={() => undefined}
    />,
  )
  return confirmed
}

test('reset stays disabled until the box is checked', async () => {
  const confirmed = render()
  await reset.click()
  await expect.element(understood).toHaveFocus()
  await expect.element(confirm).toBeDisabled()
  await expect.element(confirm).toHaveAccessibleDescription('Select the checkbox first.')
  await userEvent.keyboard('{Enter}')
  expect(confirmed).toEqual([])
})

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

test('Escape cancels and returns the focus', async () => {
  const confirmed = render()
  await reset.click()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(reset).toHaveFocus()
  expect(confirmed).toEqual([])
})

test('shows a refused reset beside the button, which can be tried again', { tags: ['CRED-16'] }, async () => {
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
})

test('without the right there is no button, and the page says who may reset', async () => {
  render({ mayReset: false })
  await expect.element(page.getByText(/can reset this app's secrets/)).toBeVisible()
  await expect.element(reset).not.toBeInTheDocument()
})
