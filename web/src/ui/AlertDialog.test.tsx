import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { AlertDialog } from './AlertDialog.tsx'

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Fail
      </button>
      <AlertDialog opened={opened} onClose={() => setOpened(false)} title="The file was not stored">
        It is empty.
      </AlertDialog>
    </>
  )
}

const alert = page.getByRole('alertdialog', { name: 'The file was not stored' })
const opener = page.getByRole('button', { name: 'Fail' })

test.each(['OK', 'Escape'])('%s closes it and returns the focus', async (way) => {
  renderPart(<Example />)
  await opener.click()
  await expect.element(alert).toHaveAccessibleDescription('It is empty.')
  if (way === 'Escape') await userEvent.keyboard('{Escape}')
  else await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
