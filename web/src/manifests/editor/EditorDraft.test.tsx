import { deleteDraft, getDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import { createManifest } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { now } from '../../../testing/build.ts'
import {
  board,
  buildManifest,
  card,
  createButton,
  described,
  editor,
  newVersion,
  openInstructions,
  versionDialog,
  renderConfigurations,
  renderEditor,
  replyVersions,
  versionHeader,
  writeManifest,
} from '../../../testing/manifests.tsx'
import { hold, refuse, reply, sent } from '../../../testing/network.ts'
import { stringifyManifest } from './manifestText.ts'

const version = buildManifest(board, '0.1.0')
const unreadable = '{ "schema_version": "4.1", "fullscr'
const connected = stringifyManifest({ ...board, oauth: { enabled: true } }) ?? ''
const restored = page.getByText(/^We restored what you typed on/)
const question = page.getByRole('dialog', { name: 'Continue with what you typed?' })

/** Replies with what the user typed earlier, based on this version. */
function replyDraft(text: string, basedOn = version.app_version_id) {
  const content = { text, allow_empty: false }
  reply(getDraft, { draft: { content, based_on: basedOn, updated_at: now } })
}

test('backs up what is typed, and deletes it with the discarded text', async () => {
  await renderEditor([version])
  await writeManifest(unreadable)
  await expect.element(versionDialog.getByText(/^Backed up \d+ s ago$/)).toBeVisible()
  expect(sent(putDraft)).toMatchObject([
    {
      params: { kind: 'manifest', subject_id: '7' },
      body: { content: { text: unreadable }, based_on: version.app_version_id },
    },
  ])
  await versionDialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => sent(deleteDraft).length).toBe(1)
})

test('backs up what is typed into the JSON editor of the cards', async () => {
  renderConfigurations([version])
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await writeManifest(unreadable)
  await expect.poll(() => sent(putDraft)).toMatchObject([{ body: { content: { text: unreadable } } }])
})

test('restores a draft into the editor, where it can be discarded', async () => {
  const opened = renderEditor([version])
  replyDraft(unreadable)
  await opened
  await expect.element(restored).toBeVisible()
  await expect.element(editor).toHaveTextContent(unreadable)
  await versionDialog.getByRole('button', { name: 'Discard' }).click()
  await expect.element(editor).toMatchTextContent('"source_url": "https://beamlog.example/board"')
  await expect.poll(() => sent(deleteDraft).length).toBe(1)
})

test('waits for the draft before the editor opens, and can retry a failed load', async () => {
  const opened = renderEditor([version])
  refuse(getDraft, { code: 'internal', message: 'Something went wrong.' })
  const { release } = hold(getDraft)
  await opened
  await expect.element(versionDialog.getByRole('status')).toBeVisible()
  release()
  await expect.element(versionDialog.getByRole('alert')).toMatchTextContent('Something went wrong.')
  expect(editor.elements()).toEqual([])
  replyDraft(unreadable)
  await versionDialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(editor).toHaveTextContent(unreadable)
})

test('a discarded draft is not restored when the editor opens again', async () => {
  const opened = renderEditor([version])
  replyDraft(connected)
  await opened
  await expect.element(restored).toBeVisible()
  await versionDialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await newVersion.click()
  await expect.element(editor).toMatchTextContent('"source_url": "https://beamlog.example/board"')
  await expect.element(editor).not.toMatchTextContent('"oauth"')
  expect(restored.elements()).toEqual([])
})

const theirs = buildManifest(described, '0.2.0')

/** Creates a version, while someone else has created one since the editor opened. */
async function createAfterSomeoneElse() {
  replyVersions([theirs, version])
  refuse(createManifest, { code: 'conflict', message: 'Changed.', current: { manifest: theirs } })
  await createButton.click()
}
const reload = page
  .getByRole('dialog', { name: /was saved while you were editing$/ })
  .getByRole('button', { name: 'Reload' })

test('Reload starts over from the version of someone else, without the restored draft', async () => {
  const opened = renderEditor([version])
  replyDraft(connected)
  await opened
  await expect.element(restored).toBeVisible()
  await createAfterSomeoneElse()
  await reload.click()
  await expect.element(versionDialog).toMatchTextContent('Starts from version 0.2.0.')
  await expect.element(editor).toMatchTextContent('"post_installation_instruction"')
  await expect.poll(() => sent(deleteDraft).length).toBe(1)
  expect(question.elements()).toEqual([])
})

test('Reload in the JSON editor of the cards returns to cards that start over', async () => {
  renderConfigurations([version])
  const { notes, label, url } = await openInstructions()
  await notes.fill('Read.')
  await label.fill('Mine')
  await url.fill('https://beamlog.example/mine')
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await writeManifest(connected)
  await createAfterSomeoneElse()
  await reload.click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await expect.element(versionHeader.getByRole('heading')).toHaveTextContent('Version 0.2.0')
  expect(versionHeader.getByRole('button', { name: 'Discard changes' }).elements()).toEqual([])
  await expect.element(label).toHaveValue('Guide')
  await expect.element(card('Data connector')).toMatchTextContent("The app doesn't call the API.")
})

test('an unreadable draft opens the JSON editor of the cards, and can be discarded there', async () => {
  renderConfigurations([version])
  replyDraft(unreadable)
  await expect.element(editor).toHaveTextContent(unreadable)
  await versionDialog.getByRole('button', { name: 'Back to the cards' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(editor).not.toBeInTheDocument()
  await expect.poll(() => sent(deleteDraft).length).toBe(1)
})

test('a draft restored into the cards can be discarded, also after opening the JSON editor', async () => {
  renderConfigurations([version])
  replyDraft(connected)
  await expect.element(restored).toBeVisible()
  await expect.element(card('Data connector')).toMatchTextContent('User-level authentication')
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await versionDialog.getByRole('button', { name: 'Back to the cards' }).click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.element(versionHeader.getByRole('button', { name: 'Create version' })).toBeVisible()
  await expect.element(restored).not.toBeInTheDocument()
  await expect.poll(() => sent(deleteDraft).length).toBe(1)
})

test('a draft of an older version is shown next to the newest one for the user to choose', async () => {
  renderConfigurations([version])
  replyDraft(connected, crypto.randomUUID())
  await expect
    .element(question.getByRole('region', { name: /: Saved$/ }))
    .not.toMatchTextContent('"enabled": true')
  await expect
    .element(question.getByRole('region', { name: /: Typed by you$/ }))
    .toMatchTextContent('"enabled": true')
  const resume = question.getByRole('button', { name: 'Continue with what I typed' })
  await expect.element(resume).toHaveFocus()
  // Closing the question would lose the draft.
  await userEvent.keyboard('{Escape}')
  await resume.click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(card('Data connector')).toMatchTextContent('User-level authentication')
  await expect.element(versionHeader.getByRole('button', { name: 'Create version' })).toBeVisible()
})
