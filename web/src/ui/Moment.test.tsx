import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { toDay } from './dates.ts'
import { Moment } from './Moment.tsx'

test('its tip has the time in UTC, whose day may differ from the local one', async () => {
  renderPart(<Moment at="2026-11-28T02:43:12Z" format={toDay} />)
  const time = page.getByText('2026-11-28', { exact: true })
  await expect.element(time).toHaveAttribute('datetime', '2026-11-28T02:43:12Z')
  await expect.element(time).toHaveAttribute('title', '2026-11-28 02:43:12 (UTC)')
})
