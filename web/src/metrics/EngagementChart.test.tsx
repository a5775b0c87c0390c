import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { EngagementChart } from './EngagementChart.tsx'

const days = Array.from({ length: 31 }, (_, index) => ({
  date: `2026-03-${String(index + 1).padStart(2, '0')}`,
  count: index,
}))

test('keys move the point by a day, by a week and to the ends, as in a slider', async () => {
  renderPart(<EngagementChart label="Visits by day" kind="visits" days={days} />)
  const chart = page.getByRole('application', { name: 'Visits by day' })
  await expect.element(chart).toBeVisible()
  chart.element().focus()
  for (const [key, day] of [
    ['End', '2026-03-31'],
    ['PageUp', '2026-03-31'],
    ['PageDown', '2026-03-24'],
    ['ArrowLeft', '2026-03-23'],
    ['PageDown', '2026-03-16'],
    ['PageUp', '2026-03-23'],
    ['Home', '2026-03-01'],
    ['PageDown', '2026-03-01'],
    ['ArrowRight', '2026-03-02'],
  ]) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(page.getByRole('status').filter({ hasText: `${day}:` })).toBeInTheDocument()
  }
})

test.each([2, 7, 31])('labels the first and the last of %i days', async (count) => {
  renderPart(<EngagementChart label="Visits by day" kind="visits" days={days.slice(0, count)} />)
  for (const index of [0, count - 1]) {
    await expect.element(page.getByText(days[index]?.date ?? '', { exact: true })).toBeInTheDocument()
  }
})

test('each number is beside its line, even the top one', async () => {
  renderPart(<EngagementChart label="Visits by day" kind="visits" days={days} />)
  await expect.element(page.getByText('0', { exact: true })).toBeInTheDocument()
  const read = (selector: string, attribute: string) =>
    [...document.querySelectorAll(selector)].map((element) => Number(element.getAttribute(attribute)))
  const numbers = read('text[orientation="left"]', 'y')
  expect(numbers.length).toBeGreaterThan(2)
  expect(numbers).toEqual(
    expect.arrayContaining(read('.recharts-cartesian-grid-horizontal line', 'y1').slice(0, numbers.length)),
  )
})
