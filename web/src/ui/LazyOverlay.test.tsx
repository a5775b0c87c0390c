import { Group } from '@mantine/core'
import { useState, type ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { plantedFault } from '../../testing/faults.ts'
import { renderPart } from '../../testing/render.tsx'
import { lazyOverlay } from './LazyOverlay.tsx'
import { Modal } from './Modal.tsx'
import { bundleMessage } from './retry.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
}

const open = page.getByRole('button', { name: 'Open' })
const note = page.getByRole('textbox', { name: 'Note' })
const dialog = page.getByRole('dialog', { name: 'Details' })

const Details = ({ opened, onClose }: DialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Details">
    Loaded
  </Modal>
)

function renderOverlay(load: () => Promise<ComponentType<DialogProps>>) {
  const LazyDetails = lazyOverlay(load)
  function Page() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <input aria-label="Note" />
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <div style={{ height: '200vh' }} />
        <LazyDetails opened={opened} onClose={() => setOpened(false)} />
      </>
    )
  }
  renderPart(<Page />)
}

test('moves nothing in the row that it is in', async () => {
  const LazyDetails = lazyOverlay(() => Promise.resolve(Details))
  function Page() {
    const [opened, setOpened] = useState(false)
    return (
      <Group justify="flex-end">
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <LazyDetails opened={opened} onClose={() => setOpened(false)} />
      </Group>
    )
  }
  renderPart(<Page />)
  const place = () => open.element().getBoundingClientRect().x
  await expect.element(open).toBeVisible()
  const before = place()
  await open.click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(place()).toBe(before)
})

test('loads when it opens for the first time, and returns the focus', async () => {
  const loads: string[] = []
  renderOverlay(() => {
    loads.push('fetch')
    return Promise.resolve(Details)
  })
  await expect.element(open).toBeVisible()
  expect(loads).toEqual([])
  for (let round = 0; round < 2; round += 1) {
    await open.click()
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(open).toHaveFocus()
  }
  expect(loads).toHaveLength(1)
})

test('says that it is loading if that takes a moment', async () => {
  const loaded = Promise.withResolvers<ComponentType<DialogProps>>()
  renderOverlay(() => loaded.promise)
  await open.click()
  const note = page.getByRole('status').filter({ hasText: 'Loading' })
  expect(note.elements()).toEqual([])
  await expect.element(note).toBeInViewport()
  await expectAccessible()
  loaded.resolve(Details)
  await expect.element(dialog).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
})

test(
  'asks for a reload over the page if its code does not load, and can try again',
  { tags: ['SHELL-30', 'SHELL-31', 'SHELL-32'] },
  async () => {
    const state = { isLost: true }
    renderOverlay(() => (state.isLost ? Promise.reject(new Error(plantedFault)) : Promise.resolve(Details)))
    await note.fill('Typed before')
    await open.click()
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent(bundleMessage)
    await expect.element(alert).toBeInViewport()
    await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect.element(note).toHaveValue('Typed before')
    await expectAccessible()
    state.isLost = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog).toBeVisible()
    await expect.element(note).toHaveValue('Typed before')
  },
)

test('the notice is above the header of a full-screen dialog around it', async () => {
  const Lost = lazyOverlay<DialogProps>(() => Promise.reject(new Error(plantedFault)))
  renderPart(
    <Modal opened onClose={() => undefined} title="Editor" fullScreen>
      <Lost opened onClose={() => undefined} />
    </Modal>,
  )
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(bundleMessage)
  const { x, y } = alert.element().getBoundingClientRect()
  expect(alert.element().contains(document.elementFromPoint(x + 8, y + 8))).toBe(true)
  const retry = page.getByRole('button', { name: 'Try again' })
  for (let presses = 0; presses < 4 && document.activeElement !== retry.element(); presses += 1) {
    await userEvent.keyboard('{Tab}')
  }
  await expect.element(retry).toHaveFocus()
})

test.each([
  ['its button', () => page.getByRole('button', { name: 'Close' }).click()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])(
  'the notice of an overlay that did not load can be closed with %s, and the overlay opened again',
  { tags: ['SHELL-30'] },
  async (_way, close) => {
    const state = { isLost: true }
    renderOverlay(() => (state.isLost ? Promise.reject(new Error(plantedFault)) : Promise.resolve(Details)))
    await open.click()
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent(bundleMessage)
    await close()
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(open).toHaveFocus()
    await open.click()
    await expect.element(alert).toMatchTextContent(bundleMessage)
    await close()
    state.isLost = false
    await open.click()
    await expect.element(dialog).toBeVisible()
  },
)

test('opens automatically once the browser is online again', { tags: ['SHELL-30'] }, async () => {
  const state = { isLost: true }
  renderOverlay(() => (state.isLost ? Promise.reject(new Error(plantedFault)) : Promise.resolve(Details)))
  await open.click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(bundleMessage)
  state.isLost = false
  window.dispatchEvent(new Event('online'))
  await expect.element(dialog).toBeVisible()
  expect(alert.elements()).toEqual([])
})
