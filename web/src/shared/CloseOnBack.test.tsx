import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Modal } from '../ui/Modal.tsx'
import { CloseOnBack } from './CloseOnBack.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'

const editor = page.getByRole('dialog', { name: 'Editor' })
const picture = page.getByRole('dialog', { name: 'Picture' })
const question = page.getByRole('dialog', { name: 'Discard your changes?' })
const text = editor.getByRole('textbox', { name: 'Text' })
const open = (name: string) => page.getByRole('button', { name: `Open ${name}` })

/** A button that opens a dialog or drawer with an entry in the history. */
function Opener({ name, as: Dialog, children }: { name: string; as: typeof Drawer; children?: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>{`Open ${name}`}</button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={name} width={320}>
        <CloseOnBack />
        {children}
      </Dialog>
    </>
  )
}

function Question() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open Question
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Question">
        Sure?
      </Modal>
    </>
  )
}

function Editor() {
  const [value, setValue] = useState('')
  return (
    <>
      <LeaveGuard unsaved={value !== ''} />
      <TextInput label="Text" value={value} onChange={({ target }) => setValue(target.value)} />
      <Opener name="Picture" as={Modal} />
      <Question />
      <TextLink href="/other">Other</TextLink>
    </>
  )
}

/** Follows a link and opens the editor on the page it leads to, so that Back has somewhere to go. */
async function openEditor({ guard = null as ReactNode, as = Modal as typeof Drawer } = {}) {
  renderPart(
    <>
      {guard}
      <TextLink href="/page?section=a#part">Page</TextLink>
      <Opener name="Editor" as={as}>
        <Editor />
      </Opener>
    </>,
    { address: '/list' },
  )
  await page.getByRole('link', { name: 'Page' }).click()
  await expect.poll(currentAddress).toBe('/page?section=a')
  await open('Editor').click()
  await expect.element(editor).toBeVisible()
}

/** Waits until the history has moved, also where the address stays the same. */
async function move(direction: 'back' | 'forward') {
  const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history[direction]()
  await moved
}

/** Presses Back where something stays open, for which the history returns to its entry. */
async function moveBackInVain() {
  await move('back')
  await expect.poll(() => window.history.state?.overlays).toHaveLength(1)
}

test('back closes what is on top first, and leaves the page only when nothing is open', async () => {
  await openEditor()
  await open('Picture').click()
  await expect.element(picture).toBeVisible()
  await move('back')
  await expect.element(picture).not.toBeInTheDocument()
  await expect.element(editor).toBeVisible()
  await open('Picture').click()
  await expect.element(picture).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(picture).not.toBeInTheDocument()
  await expect.element(editor).toBeVisible()
  await move('back')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(open('Editor')).toHaveFocus()
  expect(window.location.hash).toBe('#part')
  expect(currentAddress()).toBe('/page?section=a')
  await move('back')
  await expect.poll(currentAddress).toBe('/list')
})

test('back closes a drawer', async () => {
  await openEditor({ as: Drawer })
  await move('back')
  await expect.element(editor).not.toBeInTheDocument()
  expect(currentAddress()).toBe('/page?section=a')
})

test('back asks before unsaved input is discarded, as often as it is pressed', async () => {
  await openEditor()
  await text.fill('Typed')
  for (const attempt of ['first', 'second']) {
    await move('back')
    await expect.element(question, { message: `the ${attempt} time` }).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(text).toHaveValue('Typed')
  }
  expect(asksBeforeClosing()).toBe(true)
  await move('back')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(editor).not.toBeInTheDocument()
  expect(currentAddress()).toBe('/page?section=a')
  await move('back')
  await expect.poll(currentAddress).toBe('/list')
})

test('back first closes a question above what it would close', async () => {
  await openEditor()
  await text.fill('Typed')
  await open('Question').click()
  const small = page.getByRole('dialog', { name: 'Question' })
  await expect.element(small).toBeVisible()
  await moveBackInVain()
  await expect.element(small).not.toBeInTheDocument()
  await expect.element(text).toHaveValue('Typed')
  expect(question.elements()).toEqual([])
  await moveBackInVain()
  await expect.element(question).toBeVisible()
  // The question itself is also closed by Back, and nothing is lost.
  await moveBackInVain()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(text).toHaveValue('Typed')
})

test('after back, forward opens nothing, and the next back leaves the page', async () => {
  await openEditor()
  await move('back')
  await expect.element(editor).not.toBeInTheDocument()
  await move('forward')
  await move('back')
  expect(editor.elements()).toEqual([])
  expect(currentAddress()).toBe('/page?section=a')
  await move('back')
  await expect.poll(currentAddress).toBe('/list')
})

test('a link that leads away leaves no step back to a closed dialog, and none forward', async () => {
  await openEditor()
  await editor.getByRole('link', { name: 'Other' }).click()
  await expect.poll(currentAddress).toBe('/other')
  await expect.element(editor).not.toBeInTheDocument()
  window.history.back()
  await expect.poll(() => window.history.state?.overlays).toBeUndefined()
  await expect.poll(currentAddress).toBe('/page?section=a')
  const atPage: unknown = window.history.state
  window.history.forward()
  await expect.poll(currentAddress).toBe('/other')
  window.history.back()
  await expect.poll(() => window.history.state).toEqual(atPage)
  window.history.back()
  await expect.poll(currentAddress).toBe('/list')
})

test('a page guards its own input after a dialog over it was closed by back', async () => {
  await openEditor({ guard: <LeaveGuard unsaved allowedPaths={['/page']} /> })
  await move('back')
  await expect.element(editor).not.toBeInTheDocument()
  expect(question.elements()).toEqual([])
  await move('back')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(currentAddress).toBe('/page?section=a')
})
