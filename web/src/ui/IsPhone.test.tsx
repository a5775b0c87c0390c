import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { useIsPhone } from './useIsPhone.ts'

afterEach(() => page.viewport(1280, 900))

const draws: string[] = []

function Inner({ clicks }: { clicks: number }) {
  const device = useIsPhone() ? 'phone' : 'computer'
  draws.push(`${device} ${clicks}`)
  return device
}

function Outer() {
  const [clicks, setClicks] = useState(0)
  return (
    <button type="button" onClick={() => setClicks(clicks + 1)}>
      <Inner clicks={clicks} />
    </button>
  )
}

test('follows the width of the window, and renders again only if something changed', async () => {
  draws.length = 0
  await page.viewport(699, 800)
  renderPart(<Outer />)
  await expect.element(page.getByRole('button', { name: 'phone' })).toBeVisible()
  await page.getByRole('button').click()
  await page.viewport(700, 800)
  await expect.element(page.getByRole('button', { name: 'computer' })).toBeVisible()
  expect(draws).toEqual(['phone 0', 'phone 1', 'computer 1'])
})
