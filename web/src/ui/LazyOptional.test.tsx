import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { lazyOptional } from './LazyOptional.tsx'

const Count = ({ count }: { count: number }) => <b>{count} waiting</b>

test('shows a small part of the page once it is loaded', async () => {
  const Extra = lazyOptional(() => Promise.resolve(Count))
  renderPart(<Extra count={3} />)
  await expect.element(page.getByText('3 waiting')).toBeVisible()
})

test('shows nothing in place of a part that cannot be loaded, after it tried again', async () => {
  const load = vi.fn(() => Promise.reject<typeof Count>(new Error('Offline')))
  const Extra = lazyOptional(load)
  renderPart(
    <p>
      Review queue
      <Extra count={3} />
    </p>,
  )
  await expect.poll(() => load.mock.calls).toHaveLength(3)
  // Longer than the pause before another attempt.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(load).toHaveBeenCalledTimes(3)
  await expect.poll(() => texts(page.getByRole('paragraph'))).toEqual(['Review queue'])
})
