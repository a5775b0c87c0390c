import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { renderPart } from '../../testing/render.tsx'
import { Modal } from './Modal.tsx'
import { toast } from './toast.ts'

test.each([
  [390, 844],
  [1099, 700],
])(
  "a toast doesn't cover the title or the close button of a high dialog at %i x %i",
  async (width, height) => {
    await page.viewport(width, height)
    renderPart(
      <Modal opened onClose={() => undefined} title="Permission details" size="xl">
        <div style={{ height: '100rem' }} />
      </Modal>,
    )
    const dialog = page.getByRole('dialog', { name: 'Permission details' })
    await expect.element(dialog).toBeVisible()
    toast('error', "The server couldn't be reached. Check your connection and try again.")
    const alert = page.getByRole('alert')
    await expect.element(alert).toBeVisible()
    const topOf = (role: 'heading' | 'button', name: string) =>
      dialog.getByRole(role, { name }).element().getBoundingClientRect().top
    const bottom = () => alert.element().getBoundingClientRect().bottom
    await expect.poll(() => topOf('heading', 'Permission details') - bottom()).toBeGreaterThanOrEqual(0)
    expect(topOf('button', 'Close')).toBeGreaterThanOrEqual(bottom())
  },
)

test('a toast with a title is accessible', async () => {
  renderPart(<p>Page</p>)
  toast('error', "The server couldn't be reached.", { title: "The job couldn't be retried" })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/retried.*reached/)
  await expectAccessible()
})

test('the same toast replaces the one that is still shown, and others stay', async () => {
  renderPart(<p>Page</p>)
  toast('success', 'Saved')
  toast('error', "The server couldn't be reached.")
  const saved = page.getByRole('status').getByText('Saved')
  const lost = page.getByRole('alert')
  await expect.element(saved).toBeVisible()
  await expect.element(lost).toBeVisible()
  // Color isn't the only difference.
  expect(
    page
      .getByRole('status')
      .filter({ hasText: 'Saved' })
      .element()
      .querySelector('.mantine-Notification-icon svg'),
  ).not.toBeNull()
  const [first] = lost.elements()
  toast('error', "The server couldn't be reached.")
  await expect.poll(() => first?.isConnected).toBe(false)
  expect(lost.elements()).toHaveLength(1)
  expect(saved.elements()).toHaveLength(1)
  toast('success', 'Saved again')
  toast('success', 'Saved again')
  await expect.poll(() => page.getByText('Saved again').elements().length).toBe(1)
})
