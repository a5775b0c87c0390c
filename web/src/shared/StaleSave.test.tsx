import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { CallError } from '../http/callError.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { useStoredForm } from './useStaleSave.ts'

interface Note {
  title: string
  detail: string
  updated_at: string
}

type Fields = Partial<Omit<Note, 'updated_at'>>

const loaded: Note = { title: 'loaded', detail: 'loaded', updated_at: '2026-01-01' }
const theirs: Note = { title: 'theirs', detail: 'theirs', updated_at: '2026-01-02' }

/** Stores one note as the server does: a save based on an older state is refused. */
function createServer() {
  const server = {
    note: theirs,
    attempts: [] as (Fields & { since: string })[],
    failure: null as Error | null,
    /** Saves wait for this promise. */
    released: Promise.resolve(),
  }
  const save = async (changed: Fields, since: string): Promise<Note> => {
    server.attempts.push({ ...changed, since })
    await server.released
    if (server.failure) throw server.failure
    if (since !== server.note.updated_at) {
      throw new CallError({ code: 'conflict', message: 'Changed.', status: 409, current: server.note })
    }
    server.note = { ...server.note, ...changed, updated_at: `${since}+` }
    return server.note
  }
  return { server, save }
}

interface NoteFormProps {
  stored?: Note
  save: ReturnType<typeof createServer>['save']
}

function NoteForm({ stored = loaded, save }: NoteFormProps) {
  const { form, submit, dialog } = useStoredForm({
    stored,
    fields: null,
    toValues: ({ title, detail }: Note) => ({ title, detail }),
    save,
  })
  return (
    <>
      <FormShell
        form={form}
        labels={{ title: 'Title', detail: 'Detail' }}
        submitLabel="Save"
        onSubmit={submit}
      >
        <TextInput label="Title" {...form.getInputProps('title')} />
        <TextInput label="Detail" {...form.getInputProps('detail')} />
      </FormShell>
      <StaleSaveDialog {...dialog} />
    </>
  )
}

const title = page.getByRole('textbox', { name: 'Title' })
const detail = page.getByRole('textbox', { name: 'Detail' })
const saveButton = page.getByRole('button', { name: 'Save' })
const dialog = page.getByRole('dialog')
const choose = (name: string) => dialog.getByRole('button', { name }).click()

/** Saves over a state that someone else has changed. */
async function saveStale() {
  const { server, save } = createServer()
  renderPart(<NoteForm save={save} />)
  await title.fill('mine')
  await saveButton.click()
  await expect.element(dialog).toBeVisible()
  expect(server.attempts).toEqual([{ title: 'mine', since: loaded.updated_at }])
  return server
}

test('Reload shows what someone else saved, and the next save is based on it', async () => {
  const server = await saveStale()
  await choose('Reload')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('theirs')
  await expect.element(saveButton).toBeDisabled()
  expect(page.getByText('✓ Saved').elements()).toEqual([])
  await title.fill('after')
  await saveButton.click()
  await expect.element(saveButton).toBeDisabled()
  expect(server.attempts.at(-1)).toEqual({ title: 'after', since: theirs.updated_at })
})

test('a save that is stored already, because its reply got lost, asks nothing', async () => {
  const { server, save } = createServer()
  server.note = { ...theirs, title: 'mine' }
  renderPart(<NoteForm save={save} />)
  await title.fill('mine')
  await saveButton.click()
  await expect.element(page.getByText('✓ Saved')).toBeVisible()
  expect(dialog.elements()).toEqual([])
  expect(server.attempts.map(({ since }) => since)).toEqual([loaded.updated_at, theirs.updated_at])
  await expect.element(detail).toHaveValue('theirs')
})

test('Overwrite replaces only what the user edited', async () => {
  const server = await saveStale()
  await choose('Overwrite')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.attempts.at(-1)).toEqual({ title: 'mine', since: theirs.updated_at })
  expect(server.note).toMatchObject({ title: 'mine', detail: 'theirs' })
  await expect.element(title).toHaveValue('mine')
  await expect.element(detail).toHaveValue('theirs')
  await expect.element(saveButton).toBeDisabled()
})

test('Keep editing loses nothing, saves nothing, and the next save asks again', async () => {
  const server = await saveStale()
  await choose('Keep editing')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('mine')
  expect(server.note).toEqual(theirs)
  await saveButton.click()
  await expect.element(dialog).toBeVisible()
  expect(server.attempts.at(-1)?.since).toBe(loaded.updated_at)
})

test('another change during the question asks about that one', async () => {
  const server = await saveStale()
  server.note = { ...theirs, title: 'newest', updated_at: '2026-01-03' }
  await choose('Overwrite')
  await expect.poll(() => server.attempts.length).toBe(2)
  await choose('Reload')
  await expect.element(title).toHaveValue('newest')
})

test('a failed overwrite says so in the question and keeps it open', async () => {
  const server = await saveStale()
  server.failure = new Error('lost')
  await choose('Overwrite')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(title).toHaveValue('mine')
})

test('what is typed during a save stays, unsaved', async () => {
  const { server, save } = createServer()
  server.note = loaded
  const { promise, resolve } = Promise.withResolvers<void>()
  server.released = promise
  renderPart(<NoteForm save={async (...sent) => ({ ...(await save(...sent)), detail: 'trimmed' })} />)
  await title.fill('mine')
  await saveButton.click()
  await expect.poll(() => server.attempts.length).toBe(1)
  await title.fill('mine, and more')
  resolve()
  await expect.element(detail).toHaveValue('trimmed')
  await expect.element(title).toHaveValue('mine, and more')
  await expect.element(saveButton).toBeEnabled()
  await saveButton.click()
  await expect.element(saveButton).toBeDisabled()
  expect(server.attempts.at(-1)).toEqual({ title: 'mine, and more', since: '2026-01-01+' })
})

const newer: Note = { ...theirs, updated_at: '2026-01-03' }

/** Shows the form of a note whose newer state the page loads again, on demand. */
function renderFollowing(loads: Note[]) {
  const { server, save } = createServer()
  server.note = newer
  function Page() {
    const [count, setCount] = useState(0)
    return (
      <>
        <NoteForm stored={loads[count] ?? loaded} save={save} />
        <button type="button" onClick={() => setCount(count + 1)}>
          Load
        </button>
      </>
    )
  }
  renderPart(<Page />)
  return server
}

const load = page.getByRole('button', { name: 'Load' })

test('a form without unsaved input follows what is loaded, and its save does not conflict', async () => {
  const server = renderFollowing([loaded, newer])
  await load.click()
  await expect.element(title).toHaveValue('theirs')
  await title.fill('mine')
  await saveButton.click()
  await expect.element(saveButton).toBeDisabled()
  expect(server.attempts).toEqual([{ title: 'mine', since: newer.updated_at }])
})

test('what is loaded later than it was saved does not take back a newer state', async () => {
  const server = renderFollowing([loaded, newer, theirs])
  await load.click()
  await expect.element(title).toHaveValue('theirs')
  await title.fill('mine')
  await saveButton.click()
  await expect.element(saveButton).toBeDisabled()
  await load.click()
  await detail.fill('also mine')
  await expect.element(title).toHaveValue('mine')
  await saveButton.click()
  await expect.element(saveButton).toBeDisabled()
  expect(server.attempts.at(-1)).toEqual({ detail: 'also mine', since: `${newer.updated_at}+` })
})
