import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectCopied } from '../../testing/clipboard.ts'
import { renderPart } from '../../testing/render.tsx'
import { CopyField } from './CopyField.tsx'

const key = 'JBSWY3DPEHPK3PXPJB'

/** Selects a part of the field and returns what a copy by keyboard takes. */
function copy(start: number, end: number): string {
  const field = document.querySelector('textarea')
  if (!field) throw new Error('The field has a textarea.')
  field.setSelectionRange(start, end)
  const clipboardData = new DataTransfer()
  field.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  return clipboardData.getData('text/plain')
}

test('shows a key in groups, and copies it without spaces', async () => {
  const copies: string[] = []
  renderPart(<CopyField label="Key" value={key} groupOf={4} onCopied={() => copies.push('whole')} />)
  await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveValue('JBSW Y3DP EHPK 3PXP JB')
  expect(copy(0, 9)).toBe('JBSWY3DP')
  expect(copies).toEqual([])
  expect(copy(0, 22)).toBe(key)
  expect(copies).toEqual(['whole'])
  await expectCopied(page.getByRole('button', { name: 'Copy Key' }), key)
  await expect.poll(() => copies.length).toBeGreaterThan(1)
})
