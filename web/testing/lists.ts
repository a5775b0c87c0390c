import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Clicks a column header through its cycle, and checks `aria-sort` and the URL after each step. */
export async function expectThreeSteps(table: Locator, heading: string, sort: string): Promise<void> {
  const head = table.getByRole('columnheader', { name: heading, exact: true })
  const steps: [order: string, wire: string | null][] = [
    ['ascending', sort],
    ['descending', `-${sort}`],
    ['none', null],
  ]
  for (const [order, wire] of steps) {
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', order)
    expect(new URL(window.location.href).searchParams.get('sort')).toBe(wire)
  }
}
