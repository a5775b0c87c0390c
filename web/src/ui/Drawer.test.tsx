import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { CancelButton } from './CancelButton.tsx'
import { Drawer } from './Drawer.tsx'
import { useHoldOpen } from './openDialog.ts'

function Fields() {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  useHoldOpen(isBusy)
  return (
    <>
      <LeaveGuard unsaved={name !== ''} />
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <button type="button" onClick={() => setBusy(!isBusy)}>
        Work
      </button>
      <CancelButton />
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
        <Fields />
      </Drawer>
    </>
  )
}

test('is not described by all its content', async () => {
  renderPart(<Example />)
  await opener.click()
  await expect.element(page.getByRole('button', { name: 'Work' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toHaveAccessibleDescription()
})

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

test('stays open while its content works', async () => {
  renderPart(<Example />)
  await opener.click()
  const work = drawer.getByRole('button', { name: 'Work' })
  await work.click()
  await userEvent.keyboard('{Escape}')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect.element(drawer.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await work.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})
