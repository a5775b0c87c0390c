import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectCopied } from '../../testing/clipboard.ts'
import { renderPart } from '../../testing/render.tsx'
import { CopyButton } from './CopyButton.tsx'

afterEach(() => window.focus())

const button = page.getByRole('button', { name: 'Copy Client ID' })

test('announces to screen readers that the value was copied, for a moment', async () => {
  renderPart(<CopyButton value="client-7" name="Client ID" compact />)
  const announced = page.getByRole('status').filter({ hasText: 'Copied' })
  await expectCopied(button, 'client-7')
  await expect.element(announced).toBeInTheDocument()
  await expect.element(announced).not.toBeInTheDocument()
})

test('says how to copy if the browser refuses to', async () => {
  const copies: string[] = []
  renderPart(<CopyButton value="client-7" name="Client ID" onCopied={() => copies.push('copied')} />)
  await expect.element(button).toBeVisible()
  // A browser copies only for a document that has the focus.
  window.parent.focus()
  const pressed = button.element() as HTMLElement
  pressed.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('The browser refused to copy. Select the text and copy it manually.')
  expect(copies).toEqual([])
})
