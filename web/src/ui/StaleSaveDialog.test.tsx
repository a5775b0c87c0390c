import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { StaleSaveDialog } from './StaleSaveDialog.tsx'

const dialog = page.getByRole('dialog', { name: 'Someone else changed this while you were editing' })

async function open(onOverwrite = async () => undefined) {
  const chosen: string[] = []
  renderPart(
    <StaleSaveDialog
      opened
      onKeep={() => chosen.push('keep')}
      onReload={() => chosen.push('reload')}
      onOverwrite={async () => {
        chosen.push('overwrite')
        await onOverwrite()
      }}
    />,
  )
  await expect.element(dialog).toBeVisible()
  return chosen
}

test('starts on Keep editing; Escape keeps editing', async () => {
  const chosen = await open()
  await expect.element(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(chosen).toEqual(['keep'])
})

test.each([
  ['Keep editing', 'keep'],
  ['Reload', 'reload'],
  ['Overwrite', 'overwrite'],
])('offers %s as one of three choices', async (name, choice) => {
  const chosen = await open()
  await dialog.getByRole('button', { name }).click()
  expect(chosen).toEqual([choice])
})

test('shows inside why overwriting was refused', async () => {
  await open(() => Promise.reject(new Error('lost')))
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Overwrite' })).toBeEnabled()
})
