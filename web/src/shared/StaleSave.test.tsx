import { TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { renderPart } from '../../testing/render.tsx'
import { CallError } from '../http/callError.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { useStoredForm } from './useStaleSave.ts'

const Note = z.object({ title: z.string(), updated_at: z.string() })
type Note = z.infer<typeof Note>

const loaded: Note = { title: 'loaded', updated_at: '2026-01-01' }
const theirs: Note = { title: 'theirs', updated_at: '2026-01-02' }

/** Stores one note as the server does: a save based on an older state is refused. */
function createServer() {
  const server = {
    note: theirs,
    attempts: [] as { title: string; since: string }[],
    failure: null as Error | null,
  }
  const save = async ({ title }: { title: string }, since: string): Promise<Note> => {
    server.attempts.push({ title, since })
    if (server.failure) throw server.failure
    if (since !== server.note.updated_at)
      throw new CallError({ code: 'conflict', message: 'Changed.', status: 409, current: server.note })
    server.note = { title, updated_at: `${since}+` }
    return server.note
  }
  return { server, save }
}

function NoteForm({ save }: { save: ReturnType<typeof createServer>['save'] }) {
  const { form, submit, dialog } = useStoredForm({
    schema: Note,
    stored: loaded,
    fields: z.object({ title: z.string() }),
    toValues: ({ title }: Note) => ({ title }),
    save,
  })
  return (
    <>
      <FormShell form={form} labels={{ title: 'Title' }} submitLabel="Save" onSubmit={submit}>
        <TextInput label="Title" {...form.getInputProps('title')} />
      </FormShell>
      <StaleSaveDialog {...dialog} />
    </>
  )
}

const title = page.getByRole('textbox', { name: 'Title' })
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
  await title.fill('after')
  await saveButton.click()
  await expect.element(saveButton).toBeDisabled()
  expect(server.attempts.at(-1)).toEqual({ title: 'after', since: theirs.updated_at })
})

test('Overwrite saves the same values over the newer state', async () => {
  const server = await saveStale()
  await choose('Overwrite')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.attempts.at(-1)).toEqual({ title: 'mine', since: theirs.updated_at })
  expect(server.note.title).toBe('mine')
  await expect.element(title).toHaveValue('mine')
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
  server.note = { title: 'newest', updated_at: '2026-01-03' }
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
