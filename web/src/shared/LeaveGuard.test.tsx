import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { Link } from '../ui/Link.tsx'
import { LeaveGuard, useDiscarded } from './LeaveGuard.tsx'

const discarded: string[] = []

interface EditorProps {
  name: string
  allowedPaths?: string[]
}

function Editor({ name, allowedPaths = [] }: EditorProps) {
  const [text, setText] = useState('')
  useDiscarded(() => discarded.push(name))
  return (
    <>
      <input aria-label={name} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <LeaveGuard unsaved={text !== ''} question={`Unsaved: ${name}`} allowedPaths={allowedPaths} />
    </>
  )
}

function Page() {
  return (
    <>
      <Editor name="Title" allowedPaths={['/edit/details']} />
      <Editor name="Notes" allowedPaths={['/edit/details']} />
      <Link href="/edit#notes">Notes below</Link>
      <Link href="/edit?section=details">Other section</Link>
      <Link href="/edit/details">Details</Link>
      <Link href="/next">Next</Link>
    </>
  )
}

const question = page.getByRole('dialog', { name: 'Discard your changes?' })
const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
const field = (name: string) => page.getByRole('textbox', { name })

function render() {
  discarded.length = 0
  renderPart(<Page />, { address: '/edit' })
}

test('asks before a link leaves unsaved input, which stays if the user keeps editing', async () => {
  render()
  await field('Title').fill('Crane')
  await follow('Next')
  await expect.element(question).toMatchTextContent('Unsaved: Title')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field('Title')).toHaveValue('Crane')
  expect(currentAddress()).toBe('/edit')
  expect(discarded).toEqual([])
  await follow('Next')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(currentAddress).toBe('/next')
  expect(discarded).toEqual(['Title', 'Notes'])
})

test('asks once for several forms with unsaved input, about the newest', async () => {
  render()
  await field('Notes').fill('Heavy')
  await field('Title').fill('Crane')
  await follow('Next')
  await expect.element(question).toMatchTextContent('Unsaved: Notes')
  expect(question.elements()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await follow('Next')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(currentAddress).toBe('/next')
})

test('asks nothing for a jump within the page or to where the input stays', async () => {
  render()
  await field('Title').fill('Crane')
  await follow('Notes below')
  await expect.poll(() => window.location.hash).toBe('#notes')
  await follow('Details')
  await expect.poll(currentAddress).toBe('/edit/details')
  await expect.element(question).not.toBeInTheDocument()
})

test('asks before another query of the page replaces unsaved input', async () => {
  render()
  await field('Title').fill('Crane')
  await follow('Other section')
  await expect.element(question).toBeVisible()
  expect(currentAddress()).toBe('/edit')
})

test('asks nothing once the input is saved', async () => {
  render()
  await field('Title').fill('Crane')
  await field('Title').fill('')
  await follow('Next')
  await expect.poll(currentAddress).toBe('/next')
})

function ClosableEditors() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <Editor name="Title" />
      {isOpen && <Editor name="Notes" />}
      <button onClick={() => setOpen(false)}>Close the notes</button>
      <Link href="/next">Next</Link>
    </>
  )
}

test('an editor that is closed asks no more, and learns of no later discard', async () => {
  discarded.length = 0
  renderPart(<ClosableEditors />, { address: '/edit' })
  await field('Notes').fill('Heavy')
  await page.getByRole('button', { name: 'Close the notes' }).click()
  await field('Title').fill('Crane')
  await follow('Next')
  await expect.element(question).toMatchTextContent('Unsaved: Title')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(currentAddress).toBe('/next')
  expect(discarded).toEqual(['Title'])
})
