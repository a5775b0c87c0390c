import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
    toast('error', 'The server could not be reached. Check your connection and try again.')
    const alert = page.getByRole('alert')
    await expect.element(alert).toBeVisible()
    const topOf = (role: 'heading' | 'button', name: string) =>
      dialog.getByRole(role, { name }).element().getBoundingClientRect().top
    const bottom = () => alert.element().getBoundingClientRect().bottom
    await expect.poll(() => topOf('heading', 'Permission details') - bottom()).toBeGreaterThanOrEqual(0)
    expect(topOf('button', 'Close')).toBeGreaterThanOrEqual(bottom())
  },
)
