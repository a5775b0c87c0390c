import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  board,
  buildManifest,
  editor,
  versionDialog as dialog,
  renderEditor,
  sentManifests,
  writeManifest,
  discardQuestion,
} from '../../../testing/manifests.tsx'
import { texts } from '../../../testing/texts.ts'

const builder = page.getByRole('dialog', { name: 'Permission builder' })
const cell = (name: string) => builder.getByRole('radio', { name, exact: true })
const press = (keys: string) => userEvent.keyboard(keys)

const choose = async (name: string | RegExp) => {
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test(
  'the Insert menu inserts component snippets, each once, and undo removes them',
  { tags: ['MAN-23', 'MAN-42'] },
  async () => {
    await renderEditor()
    await choose('Insert Full screen component')
    await expect
      .element(page.getByText('Full screen component was added to the end of the manifest.'))
      .toBeVisible()
    await expect.element(editor).toMatchTextContent('"fullscreen": {')
    await dialog.getByRole('button', { name: 'Insert' }).click()
    const taken = page.getByRole('menuitem', { name: /^Insert Full screen component/ })
    await expect.element(taken).toHaveAttribute('aria-disabled', 'true')
    await expect.element(taken).toMatchTextContent('The manifest already has fullscreen.')
    expect(page.getByRole('menuitem').elements()).toHaveLength(6)
    await press('{Escape}')
    await expect.element(dialog).toBeVisible()
    await editor.click()
    await press('{ControlOrMeta>}z{/ControlOrMeta}')
    await expect.element(editor).not.toMatchTextContent('"fullscreen"')
  },
)

test(
  'the Insert menu starts over from a template of either schema version, and copies snippets of version 3',
  { tags: ['MAN-23', 'MAN-42'] },
  async () => {
    await renderEditor([buildManifest(board, '0.1.0')])
    await choose('Template, schema 3')
    await expect.element(editor).toMatchTextContent('"schema_version": "3"')
    await choose('Copy Data connection component')
    await expect.element(page.getByText(/^Data connection component was copied\./)).toBeVisible()
    await choose('Template, schema 4.1')
    await expect.element(editor).toMatchTextContent('"schema_version": "4.1"')
  },
)

test('the Insert menu offers a manifest of version 3.2 the snippets of version 3', async () => {
  await renderEditor()
  await writeManifest({ schema_version: '3.2', components: {} })
  await choose('Copy Data connection component')
  await expect.element(page.getByText(/^Data connection component was copied\./)).toBeVisible()
})

test('the Insert menu says that it cannot copy without https', async () => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  await renderEditor()
  await writeManifest({ schema_version: '3', components: {} })
  await choose('Copy Data connection component')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('The browser refused to copy. Select the text and copy it manually.')
})

/** Opens the dialog of the permission builder. */
async function openBuilder() {
  await dialog.getByRole('button', { name: 'Permission builder' }).click()
  await expect.element(builder.getByRole('table')).toBeVisible()
}

test(
  'the permission builder is a modal 804 px wide with the tabs company and project and a link to the guide',
  { tags: ['MAN-24', 'PERM-01', 'PERM-02', 'PERM-14'] },
  async () => {
    await renderEditor()
    await openBuilder()
    expect(builder.element().getBoundingClientRect().width).toBe(804)
    expect(texts(builder.getByRole('tab'))).toEqual(['Company tools', 'Project tools'])
    await expect
      .element(builder.getByRole('link', { name: /About service accounts/ }))
      .toHaveAttribute('href', '/documentation/developer-managed-service-accounts')
    await builder.getByRole('tab', { name: 'Project tools' }).click()
    await expect.element(cell('Daily Log: Standard')).toBeVisible()
    await press('{Escape}')
    await expect.element(builder).not.toBeInTheDocument()
    await expect.element(dialog).toBeVisible()
  },
)

test(
  'the permissions are written to the manifest as a map from tool to level, and read back',
  { tags: ['MAN-20', 'MAN-24', 'PERM-04'] },
  async () => {
    await renderEditor([buildManifest({ ...board, oauth: { enabled: true } }, '0.1.0')])
    await openBuilder()
    await cell('Directory: Read-Only').click()
    await builder.getByRole('tab', { name: 'Project tools' }).click()
    await cell('Daily Log: Standard').click()
    await builder.getByRole('button', { name: 'Apply to manifest' }).click()
    await expect.element(builder).not.toBeInTheDocument()
    await expect.element(dialog).toMatchTextContent('The permissions were applied to the manifest.')
    await openBuilder()
    await expect.element(cell('Directory: Read-Only')).toBeChecked()
    await builder.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog.getByText('Validation passed')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create version' }).click()
    await expect.element(page.getByText('Version 0.2.0 was created.')).toBeVisible()
    expect(sentManifests()[0]).toMatchObject({
      permissions: { company: { directory: 'readonly' }, project: { daily_log: 'standard' } },
    })
  },
)

test('the permission builder asks before discarding changes', async () => {
  await renderEditor()
  await openBuilder()
  await cell('Directory: Read-Only').click()
  await press('{Escape}')
  await discardQuestion.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(cell('Directory: Read-Only')).toBeChecked()
  await builder.getByRole('button', { name: 'Cancel' }).click()
  await discardQuestion.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(builder).not.toBeInTheDocument()
  await expect.element(editor).not.toMatchTextContent('permissions')
})

test('unreadable permissions show an error, and the grid starts empty', { tags: ['ERR-26'] }, async () => {
  await renderEditor([buildManifest({ ...board, permissions: 'all of them' }, '0.1.0')])
  await openBuilder()
  await expect.element(builder.getByRole('alert')).toMatchTextContent('Error parsing existing permissions')
  await expect.element(cell('Directory: None')).toBeChecked()
})
