import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Expects more than three elements in rows of three. */
export function expectThreePerRow(elements: Locator): void {
  const tops = elements.elements().map((each) => each.getBoundingClientRect().top)
  expect(tops.length).toBeGreaterThan(3)
  expect(tops).toEqual(tops.map((_, index) => tops[index - (index % 3)]))
  expect(new Set(tops).size).toBe(Math.ceil(tops.length / 3))
}

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
