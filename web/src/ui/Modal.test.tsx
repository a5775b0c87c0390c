import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emulateReducedMotion } from '../../testing/emulation.ts'
import { renderPart } from '../../testing/render.tsx'
import { AlertDialog } from './AlertDialog.tsx'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { CancelButton } from './CancelButton.tsx'
import { Drawer } from './Drawer.tsx'
import { FormShell } from './FormShell.tsx'
import { Modal, type ModalProps } from './Modal.tsx'
import { useHoldOpen } from './openDialog.ts'

function Example({ unsaved = false, locked = false }: { unsaved?: boolean; locked?: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Edit
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Edit app" locked={locked}>
        <LeaveGuard unsaved={unsaved} />
        <input aria-label="Name" />
        <button type="button" onClick={() => setOpened(false)}>
          Done
        </button>
        <CancelButton />
      </Modal>
    </>
  )
}

const opener = page.getByRole('button', { name: 'Edit' })
const dialog = page.getByRole('dialog', { name: 'Edit app' })
const question = page.getByRole('dialog', { name: 'Discard your changes?' })

async function open(props: { unsaved?: boolean; locked?: boolean } = {}) {
  renderPart(<Example {...props} />)
  await opener.click()
  await expect.element(dialog).toBeVisible()
}

afterEach(() => page.viewport(1280, 900))
afterEach(() => emulateReducedMotion('reduce'))

test('is named by its title and not described by all its content', async () => {
  await open({ unsaved: true })
  await expect.element(dialog).not.toHaveAccessibleDescription()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toHaveAccessibleDescription("Your changes haven't been saved.")
})

test('closes with the X and returns the focus', async () => {
  await open()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

function MovingOn() {
  const [opened, setOpened] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  return (
    <>
      <input aria-label="Other name" ref={name} />
      <button type="button" onClick={() => setOpened(true)}>
        Edit
      </button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        onClosed={() => name.current?.focus()}
        title="Edit app"
      >
        <CancelButton />
      </Modal>
    </>
  )
}

test.each(['reduce', 'no-preference'] as const)(
  'the focus stays where it is moved after closing, with motion: %s',
  async (motion) => {
    await emulateReducedMotion(motion)
    renderPart(<MovingOn />)
    await opener.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    const name = page.getByLabelText('Other name')
    await expect.element(name).toHaveFocus()
    // The focus would return to the opener a moment after the dialog closes.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(document.activeElement).toBe(name.element())
  },
)

test('wraps a long name without spaces in its title and text', async () => {
  await page.viewport(320, 640)
  const name = 'W'.repeat(100)
  renderPart(
    <Modal opened onClose={() => undefined} title={`Delete ${name}?`}>
      <p>{name} can't be restored.</p>
    </Modal>,
  )
  const title = page.getByRole('heading', { name: `Delete ${name}?` })
  await expect.element(title).toBeVisible()
  for (const element of [
    title.element(),
    ...page
      .getByRole('dialog')
      .getByText(/be restored/)
      .elements(),
  ]) {
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
  }
  expect(title.element().getBoundingClientRect().right).toBeLessThan(320)
})

function MountedExample() {
  const [step, setStep] = useState<'rest' | 'first' | 'second'>('rest')
  return (
    <>
      <button type="button" onClick={() => setStep('first')}>
        Edit
      </button>
      {step === 'first' && (
        <Modal opened onClose={() => setStep('rest')} title="Edit app">
          <button type="button" onClick={() => setStep('second')}>
            Next
          </button>
        </Modal>
      )}
      {step === 'second' && (
        <Modal opened onClose={() => setStep('rest')} title="Your secret">
          <input aria-label="Secret" />
        </Modal>
      )}
    </>
  )
}

test('returns the focus when it is mounted only while open', async () => {
  renderPart(<MountedExample />)
  await opener.click()
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('returns the focus to the opener of the dialog that it replaced', async () => {
  renderPart(<MountedExample />)
  await opener.click()
  await dialog.getByRole('button', { name: 'Next' }).click()
  const second = page.getByRole('dialog', { name: 'Your secret' })
  await expect.element(second.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(second).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('asks before unsaved input is lost; Keep editing returns to it', async () => {
  await open({ unsaved: true })
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
})

test('closes once the input is discarded', async () => {
  await open({ unsaved: true })
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(dialog).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
})

test('asks before its Cancel discards unsaved input, too', async () => {
  await open({ unsaved: true })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

/** A part of a dialog with its own input and its own request. */
function Part({ name }: { name: string }) {
  const [text, setText] = useState('')
  const [isSaving, setSaving] = useState(false)
  useHoldOpen(isSaving)
  return (
    <>
      <input aria-label={name} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <LeaveGuard unsaved={text !== ''} />
      <Checkbox label={`Save ${name}`} onChange={(event) => setSaving(event.currentTarget.checked)} />
    </>
  )
}

function DialogWithParts() {
  const [opened, setOpened] = useState(true)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Edit app">
      <Part name="name" />
      <Part name="notes" />
    </Modal>
  )
}

test('asks before it loses the input of one part after another part is saved', async () => {
  renderPart(<DialogWithParts />)
  for (const name of ['name', 'notes']) await dialog.getByRole('textbox', { name }).fill('Crane')
  await dialog.getByRole('textbox', { name: 'notes' }).fill('')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
})

test('stays open until every part has its reply', async () => {
  renderPart(<DialogWithParts />)
  const saving = (name: string) => dialog.getByRole('checkbox', { name })
  for (const name of ['Save name', 'Save notes']) await saving(name).click()
  await saving('Save notes').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  await saving('Save name').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('closes only by its own button when locked', async () => {
  await open({ locked: true })
  await expect.element(dialog.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

function FormExample({ save }: { save: () => Promise<void> }) {
  const [opened, setOpened] = useState(true)
  const form = useForm({ initialValues: { name: 'North' } })
  const close = () => setOpened(false)
  return (
    <Modal opened={opened} onClose={close} title="Edit app">
      <FormShell
        form={form}
        labels={{ name: 'Name' }}
        onSubmit={save}
        needsChange={false}
        submitLabel="Save"
        errorTitle="The app was not saved"
        cancel={<CancelButton />}
      >
        <TextInput label="Name" {...form.getInputProps('name')} />
      </FormShell>
    </Modal>
  )
}

test('stays open while its form waits for a reply, so that a refusal is shown', async () => {
  const request = Promise.withResolvers<void>()
  renderPart(<FormExample save={() => request.promise} />)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await userEvent.keyboard('{Escape}')
  request.reject(new Error('lost'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^The app was not saved/)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

function InFront({ Frame, onClose }: { Frame: typeof Modal; onClose: () => void }) {
  const [opened, setOpened] = useState(false)
  const close = () => {
    setOpened(false)
    onClose()
  }
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Frame opened={opened} onClose={close} title="In front">
        <input aria-label="Name" data-autofocus />
      </Frame>
    </>
  )
}

test.each([
  ['dialog', Modal],
  ['drawer', (props: ModalProps) => <Drawer {...props} width={480} />],
  ['alert', (props: ModalProps) => <AlertDialog {...props} title="In front" />],
])('Escape closes the %s in front, and then the dialog behind it', async (_, Frame) => {
  const closed: string[] = []
  renderPart(
    <Modal opened onClose={() => closed.push('behind')} title="Behind">
      <InFront Frame={Frame} onClose={() => closed.push('in front')} />
    </Modal>,
  )
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
  expect(closed).toEqual(['in front'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => closed).toEqual(['in front', 'behind'])
})

test('a dialog that opens by itself stays open after a click outside, with the focus and the shortcuts', async () => {
  const closed: string[] = []
  const presses: KeyboardEvent[] = []
  const note = (event: KeyboardEvent) => void presses.push(event)
  renderPart(
    <Modal opened onClose={() => closed.push('sign-in')} title="Sign in to continue" onTop>
      <input aria-label="Password" data-autofocus />
    </Modal>,
  )
  const field = page.getByRole('textbox', { name: 'Password' })
  await expect.element(field).toHaveFocus()
  const outside = document.elementFromPoint(5, 450) ?? document.body
  await userEvent.click(outside, { position: { x: 5, y: 450 } })
  await expect.element(field).toHaveFocus()
  window.addEventListener('keydown', note, { capture: true })
  await userEvent.keyboard('{Control>}s{/Control}')
  window.removeEventListener('keydown', note, { capture: true })
  expect(presses.map(({ key, defaultPrevented }) => [key, defaultPrevented])).toContainEqual(['s', true])
  expect(closed).toEqual([])
})

function BelowSignIn({ closed }: { closed: string[] }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button onClick={() => setOpened(true)}>Edit</button>
      <Modal opened onClose={() => closed.push('sign-in')} title="Sign in to continue" onTop>
        <input aria-label="Password" />
      </Modal>
      <Modal opened={opened} onClose={() => closed.push('below')} title="Edit app">
        <input aria-label="Name" />
      </Modal>
    </>
  )
}

test('Escape closes the dialog on top, although another one opened later', async () => {
  const closed: string[] = []
  renderPart(<BelowSignIn closed={closed} />)
  await expect.element(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  document.querySelector<HTMLButtonElement>('button')?.click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(closed).toEqual(['sign-in'])
})
