import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { StaleSaveDialog } from './StaleSaveDialog.tsx'

const dialog = page.getByRole('dialog', { name: 'This was changed while you were editing' })

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
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Someone else saved it, or you did in another tab\. .* everything else stays as it was saved\./,
    )
  await expect.element(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => chosen).toEqual(['keep'])
})

test.each([
  ['Keep editing', 'keep'],
  ['Reload', 'reload'],
  ['Overwrite', 'overwrite'],
])('offers %s as one of three choices', async (name, choice) => {
  const chosen = await open()
  await dialog.getByRole('button', { name }).click()
  await expect.poll(() => chosen).toEqual([choice])
})

test('shows inside why overwriting was refused, until the next try', async () => {
  const retry = Promise.withResolvers<undefined>()
  const tries = [() => Promise.reject(new Error('lost')), () => retry.promise]
  await open(async () => tries.shift()?.())
  const overwrite = dialog.getByRole('button', { name: 'Overwrite' })
  await overwrite.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(overwrite).toBeEnabled()
  await overwrite.click()
  await expect.element(overwrite).toHaveAttribute('data-loading', 'true')
  await expect.element(overwrite).toBeDisabled()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  retry.resolve(undefined)
  await expect.element(overwrite).toBeEnabled()
})

test('names what was saved when the caller knows it', async () => {
  renderPart(
    <StaleSaveDialog
      opened
      onKeep={() => undefined}
      onReload={() => undefined}
      onOverwrite={async () => undefined}
      title="Kim saved version 0.3.0"
      detail="Your version is based on 0.2.0."
      overwriteLabel="Save as 0.4.0"
    />,
  )
  const named = page.getByRole('dialog', { name: 'Kim saved version 0.3.0' })
  await expect.element(named.getByText('Your version is based on 0.2.0.')).toBeVisible()
  await expect.element(named.getByRole('button', { name: 'Save as 0.4.0' })).toBeVisible()
  await expect.element(named.getByText(/^Reload to see the latest version/)).not.toBeInTheDocument()
})
