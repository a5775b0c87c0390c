import { validateManifestContent, type ManifestError } from '@trestle/domain/manifests/contract.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import {
  board,
  editor,
  versionDialog as dialog,
  renderEditor,
  writeManifest,
  createButton,
} from '../../../testing/manifests.tsx'
import { disconnect, hold, reply, sent } from '../../../testing/network.ts'
import { queryClient } from '../../http/queryClient.ts'

afterEach(() => {
  vi.useRealTimers()
})

const status = (text: string) => dialog.getByRole('status').filter({ hasText: text })
const violations = dialog.getByRole('list').getByRole('button')
const marked = () => [...document.querySelectorAll('.cm-lintRange-error')].map((mark) => mark.textContent)
const checks = () => sent(validateManifestContent).length

const tooShort = { path: '/fullscreen/source_url', message: 'must be a full URL that starts with https://.' }
const unknownView = { path: '/sidepanel/views/0', message: '"rfi.detial" isn\'t a view.' }
const broken = {
  schema_version: '4.1',
  fullscreen: { source_url: 'board', description: '' },
  sidepanel: { source_url: 'https://beamlog.example/panel', description: '', views: ['rfi.detial'] },
}

/** Finds these errors while their text is in the manifest. */
function replyErrors(errors: Record<string, ManifestError>) {
  reply(validateManifestContent, ({ body }) => ({
    data: {
      errors: Object.entries(errors)
        .filter(([text]) => JSON.stringify(body.manifest.content).includes(text))
        .map(([, error]) => error),
    },
  }))
}

test(
  'asks the server once, 1000 ms after the last change; each change restarts the timer',
  { tags: ['MAN-28', 'MAN-31', 'MAN-32', 'MAN-33'] },
  async () => {
    await renderEditor()
    await expect.element(status('Validation passed')).toBeVisible()
    expect(checks()).toBe(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await editor.click()
    await userEvent.keyboard(' ')
    vi.advanceTimersByTime(600)
    await userEvent.keyboard(' ')
    vi.advanceTimersByTime(999)
    await expect.element(status('Validating…')).toBeVisible()
    await expect.element(createButton).toHaveAccessibleDescription('The manifest is still being validated.')
    await expect.element(createButton).toBeDisabled()
    expect(checks()).toBe(1)
    vi.advanceTimersByTime(1)
    await expect.poll(checks).toBe(2)
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    // The page shows the reply in a separate task.
    vi.advanceTimersByTime(0)
    vi.useRealTimers()
    await expect.element(status('Validation passed')).toBeVisible()
    await expect.element(createButton).toBeEnabled()

    replyErrors({ '"board': tooShort })
    await writeManifest({ ...board, fullscreen: broken.fullscreen })
    await expect.element(status('Validating…')).toBeVisible()
    await expect.element(status('1 problem found')).toBeVisible()
    await expect.element(createButton).toHaveAccessibleDescription('Correct the manifest first.')
    await writeManifest(board)
    await expect.element(status('Validation passed')).toBeVisible()
    expect(checks()).toBe(4)
  },
)

test('a check whose reply is lost ends after 30 s and can be restarted', { tags: ['ERR-17'] }, async () => {
  await renderEditor()
  await expect.element(status('Validation passed')).toBeVisible()
  const lost = hold(validateManifestContent)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await writeManifest(board)
  vi.advanceTimersByTime(1000)
  await expect.poll(checks).toBe(2)
  vi.advanceTimersByTime(29_000)
  await expect.element(status('Validating…')).toBeVisible()
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  await expect.element(page.getByRole('alert').filter({ hasText: "couldn't be reached" })).toBeVisible()
  lost.release()
  await dialog.getByRole('button', { name: 'Validate again' }).click()
  await expect.element(status('Validation passed')).toBeVisible()
})

test(
  'says where and why text is not JSON, and marks the error in the editor',
  { tags: ['MAN-22', 'MAN-29', 'ERR-20'] },
  async () => {
    await renderEditor()
    await writeManifest('{\n  "schema_version": "4.1"\n  "oauth": {}\n}')
    await expect.element(dialog.getByRole('heading', { name: 'Validations' })).toBeVisible()
    await expect
      .element(violations)
      .toHaveTextContent(
        'Line 3, column 3Invalid JSON, could not parse manifestA comma is missing before this.',
      )
    await expect
      .poll(() => document.querySelectorAll('.cm-lintRange-error, .cm-lintPoint-error').length)
      .toBe(1)
    await expect.element(createButton).toBeDisabled()
    await violations.click()
    await expect.element(editor).toHaveFocus()
    expect(document.querySelectorAll('.cm-selectionMatch'), 'other quotes').toHaveLength(0)
  },
)

test(
  'no pasted text breaks the editor; unreadable text is reported without a request',
  { tags: ['MAN-22', 'MAN-29', 'MAN-30'] },
  async () => {
    await renderEditor()
    await expect.element(status('Validation passed')).toBeVisible()
    await writeManifest(`{"app_manifest": ${'['.repeat(2500)}${']'.repeat(2500)}}`)
    const nested = 'Line 1The manifest is nested more than 32 levels deep.'
    await expect.element(violations).toHaveTextContent(nested)
    await writeManifest('['.repeat(2500))
    await expect.element(violations).toHaveTextContent(nested)
    await writeManifest(`{"schema_version": "4.1", "app_manifest": "${'x'.repeat(1_258_291)}"}`)
    await expect.element(violations).toMatchTextContent('This manifest is 1.2 MB. The limit is 256 KB.')
    await expect.element(createButton).toBeDisabled()
    await writeManifest(
      '{\n  "schema_version": "4.1",\n  "oauth": {},\n  "fullscreen": {},\n  "oauth": {}\n}',
    )
    await expect
      .element(violations)
      .toHaveTextContent(
        'Line 5 · oauth"oauth" appears more than once: first on line 3, last on line 5. Keep one and remove the others.',
      )
    await expect.poll(marked).toEqual(['"oauth"'])
    await dialog.getByRole('button', { name: 'Format' }).click()
    await expect.poll(() => editor.getByText(/"oauth": \{\}/).elements().length).toBe(2)
    expect(checks()).toBe(1)
    await writeManifest(board)
    await expect.element(status('Validation passed')).toBeVisible()
    expect(checks()).toBe(2)
  },
)

test(
  'several violations fold into one summary; each links to its marked location',
  { tags: ['MAN-22', 'MAN-30', 'ERR-18', 'ERR-19', 'ERR-22'] },
  async () => {
    await renderEditor()
    replyErrors({ '"board': tooShort, 'rfi.detial': unknownView })
    await writeManifest(broken)
    await expect.element(dialog.getByText(/^There are \(2\) content violations\./)).toBeVisible()
    await expect.element(dialog.getByRole('heading', { name: 'Validations' })).toBeVisible()
    expect(dialog.getByRole('listitem').elements()).toEqual([])
    const show = dialog.getByRole('button', { name: 'Show' })
    await expect.element(show).toHaveAttribute('aria-expanded', 'false')
    await show.click()
    await expect.element(violations.first()).toMatchTextContent(tooShort.message)
    await expect.element(violations.nth(1)).toMatchTextContent(unknownView.message)
    await expect.poll(marked).toEqual(['"board"', '"rfi.detial"'])
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Hide' }).click()
    await expect.element(violations.first()).not.toBeInTheDocument()
    await show.click()
    await violations.nth(1).click()
    await expect.element(editor).toHaveFocus()
    await userEvent.keyboard('"rfi.detail"')
    await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(1)
    expect(dialog.getByText(/content violations/).elements()).toEqual([])
  },
)

test(
  'a check that cannot reach the server says Error in a banner and can be repeated',
  { tags: ['MAN-33', 'ERR-17'] },
  async () => {
    await renderEditor()
    await expect.element(status('Validation passed')).toBeVisible()
    disconnect(validateManifestContent)
    await writeManifest(board)
    const banner = page.getByRole('alert').filter({ hasText: 'Error' })
    await expect
      .element(banner)
      .toMatchTextContent(
        "The server couldn't be reached, or its reply got lost. Check your connection and try again.",
      )
    await expect.element(status("The manifest couldn't be validated")).toBeVisible()
    await expectAccessible()
    await expect.element(createButton).toHaveAccessibleDescription("The manifest couldn't be validated.")
    await expect.element(createButton).toBeDisabled()
    reply(validateManifestContent, { data: { errors: [] } })
    await dialog.getByRole('button', { name: 'Validate again' }).click()
    await expect.element(status('Validation passed')).toBeVisible()
    expect(banner.elements()).toEqual([])
  },
)
