import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState, type ComponentType, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { Drawer } from './Drawer.tsx'
import { FormShell } from './FormShell.tsx'
import { Modal } from './Modal.tsx'

function CraneForm({ inDialog }: { inDialog: boolean }) {
  const form = useForm({ initialValues: { name: 'North' } })
  const other = <Button variant="default">Cancel</Button>
  return (
    <FormShell
      form={form}
      labels={{ name: 'Name' }}
      onSubmit={async () => undefined}
      submitLabel="Save crane"
      {...(inDialog ? { cancel: other } : { actions: other })}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
    </FormShell>
  )
}

test.each([
  [false, ['Save crane', 'Cancel']],
  [true, ['Cancel', 'Save crane']],
])('in a dialog (%s), its buttons have the order of a question: %j', async (inDialog, order) => {
  renderPart(<CraneForm inDialog={inDialog} />)
  const save = page.getByRole('button', { name: 'Save crane' })
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  expect(texts(page.getByRole('button', { name: /^(Save crane|Cancel)$/ }))).toEqual(order)
})

interface SavedFormProps {
  save: (name: string) => Promise<void>
  saveHotkey?: boolean
}

function SavedForm({ save, saveHotkey = false }: SavedFormProps) {
  const form = useForm({ initialValues: { name: 'North' } })
  return (
    <FormShell
      form={form}
      saveHotkey={saveHotkey}
      labels={{ name: 'Name' }}
      onSubmit={async ({ name }) => {
        await save(name)
        form.resetDirty({ name })
      }}
      submitLabel="Save crane"
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
    </FormShell>
  )
}

test.each(['keyboard', 'mouse'])('has the focus on its button after a save by %s', async (device) => {
  const request = Promise.withResolvers<void>()
  const saved: string[] = []
  renderPart(
    <SavedForm
      save={async (name) => {
        saved.push(name)
        await request.promise
      }}
    />,
  )
  await page.getByRole('textbox', { name: 'Name' }).fill('South')
  const button = page.getByRole('button', { name: 'Save crane' })
  if (device === 'mouse') await button.click()
  else await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(button).toBeDisabled()
  request.resolve()
  await expect.element(button).toHaveAccessibleDescription('There are no changes to save.')
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('textbox', { name: 'Name' }).click()
  await userEvent.keyboard('{Enter}')
  expect(saved).toEqual(['South'])
})

interface FrameProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

const drawer = (frame: FrameProps) => <Drawer {...frame} width={400} />

function FormBehind({ Frame, saved }: { Frame: ComponentType<FrameProps>; saved: string[] }) {
  const [opened, setOpened] = useState(false)
  const saveAs = (place: string) => async (name: string) => void saved.push(`${place}: ${name}`)
  return (
    <>
      <SavedForm save={saveAs('behind')} saveHotkey />
      <Button onClick={() => setOpened(true)}>Open</Button>
      <Frame title="In front" opened={opened} onClose={() => setOpened(false)}>
        <SavedForm save={saveAs('in front')} saveHotkey />
      </Frame>
    </>
  )
}

test.each([
  ['dialog', Modal],
  ['drawer', drawer],
])('Ctrl+S in a %s saves its form, not the one behind it', async (_, Frame) => {
  const saved: string[] = []
  renderPart(<FormBehind Frame={Frame} saved={saved} />)
  await page.getByRole('textbox', { name: 'Name' }).fill('South')
  await page.getByRole('button', { name: 'Open' }).click()
  const inFront = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await expect.element(inFront).toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}')
  await inFront.fill('West')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => saved).toEqual(['in front: West'])
})

test('Ctrl+S without changes saves nothing, and the browser does not save the page', async () => {
  const saved: string[] = []
  renderPart(<SavedForm save={async (name) => void saved.push(name)} saveHotkey />)
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toBeVisible()
  const press = new KeyboardEvent('keydown', {
    key: 's',
    code: 'KeyS',
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  })
  name.element().dispatchEvent(press)
  expect(press.defaultPrevented).toBe(true)
  expect(saved).toEqual([])
})

test('Ctrl+S during a save does not save again, and later input is not called saved', async () => {
  const request = Promise.withResolvers<void>()
  const saved: string[] = []
  const save = async (name: string) => {
    saved.push(name)
    await request.promise
  }
  renderPart(<SavedForm save={save} saveHotkey />)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('South')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => saved).toEqual(['South'])
  await userEvent.keyboard('{Control>}s{/Control}')
  request.resolve()
  await expect.element(page.getByText('✓ Saved')).toBeVisible()
  expect(saved).toEqual(['South'])
  await name.fill('West')
  await expect.element(page.getByRole('button', { name: 'Save crane' })).toBeEnabled()
  expect(page.getByText('✓ Saved').elements()).toEqual([])
})

test('says for a moment that the changes are saved, instead of why the button is disabled', async () => {
  renderPart(<SavedForm save={async () => undefined} />)
  const save = page.getByRole('button', { name: 'Save crane' })
  const saved = page.getByText('✓ Saved')
  await expect.element(save).toBeDisabled()
  expect(saved.elements()).toEqual([])
  await page.getByRole('textbox', { name: 'Name' }).fill('South')
  await save.click()
  await expect.element(saved).toBeVisible()
  await expectAccessible()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  expect(page.getByText('There are no changes to save.').element().clientWidth).toBeLessThan(2)
  await expect.poll(() => saved.elements(), { timeout: 6000 }).toEqual([])
})

test('does not say that a refused save is saved', async () => {
  renderPart(<SavedForm save={() => Promise.reject(new Error('lost'))} />)
  await page.getByRole('textbox', { name: 'Name' }).fill('South')
  await page.getByRole('button', { name: 'Save crane' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('North')
  await expect.element(page.getByText('There are no changes to save.')).toBeVisible()
  expect(page.getByText('✓ Saved').elements()).toEqual([])
})

test('a disabled button has an edge on raised surfaces', async () => {
  renderPart(<Button disabled>Save crane</Button>)
  const button = page.getByRole('button', { name: 'Save crane' })
  await expect.element(button).toBeVisible()
  expect(getComputedStyle(button.element()).borderTopColor).not.toBe('rgba(0, 0, 0, 0)')
})
