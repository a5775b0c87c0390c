import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ExampleProps {
  onConfirm: () => Promise<void>
  typeName?: string
}

function Example({ onConfirm, typeName }: ExampleProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Delete app
      </button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Delete this app?"
        confirmLabel="Delete"
        errorTitle="The app was not deleted"
        {...(typeName !== undefined && { typeName })}
        onConfirm={onConfirm}
      >
        It goes for everyone.
      </ConfirmDialog>
    </>
  )
}

const opener = page.getByRole('button', { name: 'Delete app' })
const dialog = page.getByRole('dialog', { name: 'Delete this app?' })
const confirm = dialog.getByRole('button', { name: 'Delete' })
const cancel = dialog.getByRole('button', { name: 'Cancel' })

async function open(props: Partial<ExampleProps> = {}) {
  const confirmed: string[] = []
  const onConfirm = async () => void confirmed.push('confirmed')
  renderPart(<Example onConfirm={onConfirm} {...props} />)
  await opener.click()
  await expect.element(dialog).toBeVisible()
  return confirmed
}

test('starts on Cancel; Escape closes it and returns the focus', async () => {
  const confirmed = await open()
  await expect.element(dialog).toHaveAccessibleDescription('It goes for everyone.')
  await expect.element(cancel).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(confirmed).toEqual([])
})

test('keeps the focus inside in both directions', async () => {
  await open()
  const close = dialog.getByRole('button', { name: 'Close', exact: true })
  await expect.element(cancel).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(confirm).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(close).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(confirm).toHaveFocus()
})

test('confirms by keyboard and closes', async () => {
  const confirmed = await open()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(confirmed).toEqual(['confirmed'])
})

test('stays open with the refusal; a second attempt hides it and can succeed', async () => {
  const attempts: string[] = []
  const answer = Promise.withResolvers<void>()
  const onConfirm = async () => {
    attempts.push('attempt')
    if (attempts.length === 1) throw new Error('lost')
    await answer.promise
  }
  const refusal = dialog.getByRole('alert')
  await open({ onConfirm })
  await confirm.click()
  await expect.element(refusal).toMatchTextContent(/^The app was not deleted/)
  await confirm.click()
  await expect.element(refusal).not.toBeInTheDocument()
  answer.resolve()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(attempts).toHaveLength(2)
})

test('Escape while it waits for the answer hides no refusal', async () => {
  const answer = Promise.withResolvers<void>()
  await open({ onConfirm: () => answer.promise })
  await confirm.click()
  await expect.element(cancel).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  answer.reject(new Error('lost'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^The app was not deleted/)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('requires the exact name before it confirms', async () => {
  const confirmed = await open({ typeName: 'Crane Planner' })
  const name = dialog.getByRole('textbox', { name: 'Type Crane Planner to confirm' })
  await expect.element(name).toHaveFocus()
  await name.fill('crane planner')
  await confirm.click()
  await expect.element(name).toHaveAccessibleDescription('Type Crane Planner exactly as shown.')
  await expect.element(name).toHaveFocus()
  expect(confirmed).toEqual([])
  await name.fill('Crane')
  await expect.element(name).not.toHaveAccessibleDescription()
  await name.fill('Crane Planner')
  await confirm.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(confirmed).toEqual(['confirmed'])
})

test('accepts a right-to-left name that was copied from the label', async () => {
  const confirmed = await open({ typeName: 'مدير (v2)!' })
  const copied = '\u2068مدير (v2)!\u2069'
  await dialog.getByRole('textbox', { name: `Type ${copied} to confirm` }).fill(copied)
  await confirm.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(confirmed).toEqual(['confirmed'])
})

test('is empty each time it opens', async () => {
  await open({ typeName: 'Crane Planner' })
  const name = dialog.getByRole('textbox', { name: 'Type Crane Planner to confirm' })
  await name.fill('Crane')
  await cancel.click()
  await opener.click()
  await expect.element(name).toHaveValue('')
})
