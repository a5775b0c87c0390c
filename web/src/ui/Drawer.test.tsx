import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Drawer, type DrawerFrame } from './Drawer.tsx'
import { useReportUnsaved } from './useReportUnsaved.ts'

function Fields({ frame }: { frame: DrawerFrame }) {
  const [name, setName] = useState('')
  useReportUnsaved(name !== '', frame.setUnsaved)
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <button type="button" onClick={frame.requestClose}>
        Cancel
      </button>
    </>
  )
}

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Add component
      </button>
      <Drawer opened={opened} onClose={() => setOpened(false)} title="New component" width={480}>
        {(frame) => <Fields frame={frame} />}
      </Drawer>
    </>
  )
}

const opener = page.getByRole('button', { name: 'Add component' })
const drawer = page.getByRole('dialog', { name: 'New component' })
const name = drawer.getByRole('textbox', { name: 'Name' })
const question = page.getByRole('dialog', { name: 'Discard your changes?' })

test('closes on Escape and returns the focus', async () => {
  renderPart(<Example />)
  await opener.click()
  await expect.element(name).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test.each(['Escape', 'Cancel'])('asks on %s before typed input is lost', async (way) => {
  renderPart(<Example />)
  await opener.click()
  await name.fill('Safety panel')
  if (way === 'Escape') await userEvent.keyboard('{Escape}')
  else await drawer.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(name).toHaveValue('Safety panel')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
})
