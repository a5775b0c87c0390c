import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { FormSkeleton, LinesSkeleton, PageSkeleton } from './Skeletons.tsx'

test.each([
  ['lines', <LinesSkeleton key="lines" lines={3} />],
  ['a form', <FormSkeleton key="form" fields={2} />],
  ['a page', <PageSkeleton key="page" />],
])('a placeholder for %s has the same height from its first moment on', async (_, placeholder) => {
  renderPart(
    <>
      <div>{placeholder}</div>
      <p>What is below</p>
    </>,
  )
  const below = page.getByText('What is below')
  await expect.element(below).toBeVisible()
  const { top } = below.element().getBoundingClientRect()
  const bar = document.querySelector('.mantine-Skeleton-root')
  await expect.poll(() => bar).toBeVisible()
  expect(below.element().getBoundingClientRect().top).toBe(top)
  await expect.element(page.getByText('This is taking longer than usual.')).toBeVisible()
  expect(below.element().getBoundingClientRect().top).toBe(top)
})
