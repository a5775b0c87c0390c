import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaItem } from '../../../domain/testing/mediaItem.ts'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Gallery } from './Gallery.tsx'

const dialog = page.getByRole('dialog', { name: 'Crane Planner' })
const pictures = [
  mediaItem(1, 'Picture', { name: 'Board', description: 'The board of a project' }),
  mediaItem(2, 'Picture', { name: 'Lifts' }),
  mediaItem(3, 'Picture'),
]

test('screenshots open enlarged, and the arrow keys move between them and wrap around', async () => {
  renderPart(<Gallery name="Crane Planner" pictures={pictures} />)
  const first = page.getByRole('button', { name: 'Enlarge: The board of a project' })
  await expect.element(first).toBeVisible()
  first.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('img', { name: 'The board of a project' })).toBeInTheDocument()
  await expect.element(dialog.getByText('1 of 3 · Board')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(dialog.getByText('2 of 3 · Lifts')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous' }).click()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(dialog.getByText('3 of 3')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(first).toHaveFocus()
})

/** Follows a link and enlarges a picture on the page it leads to, so that Back has somewhere to go. */
async function enlargeAfterLink(guard: ReactNode = null) {
  renderPart(
    <>
      {guard}
      <TextLink href="/listing">Listing</TextLink>
      <Gallery name="Crane Planner" pictures={pictures} />
    </>,
    { address: '/list' },
  )
  await page.getByRole('link', { name: 'Listing' }).click()
  await expect.poll(currentAddress).toBe('/listing')
  await page.getByRole('button', { name: 'Enlarge: The board of a project' }).click()
  await expect.element(dialog.getByText('1 of 3 · Board')).toBeVisible()
}

test('back closes a picture that is enlarged on the first page of a tab', async () => {
  renderPart(<Gallery name="Crane Planner" pictures={pictures} />, { address: '/listing' })
  const before: unknown = window.history.state
  await page.getByRole('button', { name: 'Enlarge: The board of a project' }).click()
  await expect.element(dialog.getByText('1 of 3 · Board')).toBeVisible()
  // An entry of its own, because Back would leave the portal from the page's entry.
  expect(window.history.state).not.toEqual(before)
  window.history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(window.history.state).toEqual(before)
})

test('closing an enlarged picture leaves no step back', async () => {
  await enlargeAfterLink()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  window.history.back()
  await expect.poll(currentAddress).toBe('/list')
})

test('back closes an enlarged picture, and the next one leaves the page', async () => {
  await enlargeAfterLink()
  expect(asksBeforeClosing()).toBe(false)
  window.history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(currentAddress).toBe('/listing')
  window.history.back()
  await expect.poll(currentAddress).toBe('/list')
})

test('back closes an enlarged picture without a question about unsaved input, which stays', async () => {
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await enlargeAfterLink(<LeaveGuard unsaved allowedPaths={['/listing']} />)
  window.history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(question.elements()).toEqual([])
  await expect.poll(currentAddress).toBe('/listing')
  window.history.back()
  await expect.element(question).toBeVisible()
})

test('the size of each picture reserves its space', async () => {
  renderPart(<Gallery name="Crane Planner" pictures={pictures} />)
  for (const image of page.getByRole('img').elements()) {
    expect(image.getAttribute('width')).toBe('1280')
    expect(image.getAttribute('height')).toBe('720')
  }
  await expect.element(page.getByRole('img').first()).toBeInTheDocument()
})
