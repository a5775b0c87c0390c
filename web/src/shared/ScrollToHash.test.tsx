import { useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { createStore } from '../ui/createStore.ts'
import { Link } from '../ui/Link.tsx'
import { useScrollToHash } from './useScrollToHash.ts'

const heading = page.getByRole('heading', { name: 'Tokens' })

/** The height of the last section, whose content arrives late, like that of sections that load their own data. */
const height = createStore(() => '10vh')

function Page() {
  useScrollToHash(true)
  const last = useSyncExternalStore(height.subscribe, height.read)
  return (
    <>
      <div style={{ height: '150vh' }} />
      <h2 id="tokens">Tokens</h2>
      <div style={{ height: last }} />
    </>
  )
}

const distanceFromTop = () => Math.abs(heading.element().getBoundingClientRect().top)

/** Opens the page at a heading that can't reach the top of the window yet. */
async function openTokens() {
  height.write('10vh')
  renderPart(<Page />, { address: '/guide#tokens' })
  await expect.element(heading).toBeInViewport()
  expect(distanceFromTop()).toBeGreaterThan(200)
}

test('a heading that the address names reaches the top of the window while the content loads', async () => {
  await openTokens()
  height.write('200vh')
  await expect.poll(distanceFromTop).toBeLessThan(100)
})

test('a page that the user scrolls stays there while its content loads', async () => {
  await openTokens()
  await userEvent.keyboard('{Control}')
  window.scrollTo(0, 0)
  const before = document.body.offsetHeight
  height.write('200vh')
  await expect.poll(() => document.body.offsetHeight).toBeGreaterThan(before)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(window.scrollY).toBe(0)
})

test('a link to a field focuses it each time', async () => {
  function Form() {
    useScrollToHash(true)
    return (
      <>
        <Link href="/form#enabled">To the switch</Link>
        <div style={{ height: '200vh' }} />
        <input id="enabled" type="checkbox" aria-label="Enabled" />
      </>
    )
  }
  renderPart(<Form />, { address: '/form' })
  const field = page.getByRole('checkbox', { name: 'Enabled' })
  for (const round of ['first', 'second']) {
    await page.getByRole('link', { name: 'To the switch' }).click()
    await expect.element(field, { message: round }).toHaveFocus()
    await expect.element(field, { message: round }).toBeInViewport()
  }
})
