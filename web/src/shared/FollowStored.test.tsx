import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now, later } from '../../testing/build.ts'
import { renderPart } from '../../testing/render.tsx'
import { useFollowStored } from './useFollowStored.ts'

/** A form of something that someone else can change. */
function Form() {
  const [stored, setStored] = useState({ name: 'Crane', updated_at: now })
  const [filledFrom, setFilledFrom] = useState(stored.name)
  const [name, setName] = useState(stored.name)
  useFollowStored(stored, name !== filledFrom, (thing) => {
    setFilledFrom(thing.name)
    setName(thing.name)
  })
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <button type="button" onClick={() => setStored({ name: 'Tower', updated_at: later })}>
        Someone else saves
      </button>
    </>
  )
}

const name = page.getByRole('textbox', { name: 'Name' })
const someoneSaves = () => page.getByRole('button', { name: 'Someone else saves' }).click()

test('adopts what someone else saved when nothing is unsaved', async () => {
  renderPart(<Form />)
  await someoneSaves()
  await expect.element(name).toHaveValue('Tower')
})

test("what someone else saved doesn't replace unsaved input, until it is undone", async () => {
  renderPart(<Form />)
  await name.fill('Crane 2')
  await someoneSaves()
  await expect.element(name).toHaveValue('Crane 2')
  await name.fill('Crane')
  await expect.element(name).toHaveValue('Tower')
})
