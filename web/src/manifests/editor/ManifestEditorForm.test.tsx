import { getSession, signIn } from '@trestle/domain/accounts/contract.ts'
import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { createManifest, listSnippets, validateManifestContent } from '@trestle/domain/manifests/contract.ts'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectStill } from '../../../testing/axe.ts'
import { buildSession, buildSignedOutSession } from '../../../testing/build.ts'
import { emulateReducedMotion } from '../../../testing/emulation.ts'
import {
  board,
  buildManifest,
  buildProduction,
  editor,
  versionDialog as dialog,
  newVersion,
  renderEditor,
  versionsApp,
  writeManifest,
  createButton,
  discardQuestion,
  numberField,
} from '../../../testing/manifests.tsx'
import { refuse, reply, sent } from '../../../testing/network.ts'
import { texts } from '../../../testing/texts.ts'

const passed = dialog.getByText('Validation passed')
const items = () => texts(dialog.getByRole('listitem'))
const created = () => sent(createManifest).map(({ body }) => body.semantic_version)
const press = (keys: string) => userEvent.keyboard(keys)

afterEach(() => emulateReducedMotion('reduce'))

test(
  'fills the screen, starts from the template and suggests 0.1.0',
  { tags: ['MAN-21', 'MAN-25', 'MAN-38', 'MAN-41'] },
  async () => {
    await renderEditor()
    await expect.element(passed).toBeVisible()
    const { x, y, width, height } = dialog.element().getBoundingClientRect()
    expect([x, y, width, height]).toEqual([0, 0, window.innerWidth, window.innerHeight])
    await expect.element(editor).toHaveFocus()
    await expect.element(editor).toMatchTextContent('"schema_version": "4.1"')
    await expect.element(dialog).toMatchTextContent('Starts from the template for schema version 4.1.')
    await expect.element(numberField).toHaveValue('0.1.0')
    await expect.element(createButton).toBeEnabled()
    await expect.element(dialog).toMatchTextContent('The manifest still contains example text')
    expect(items()).toEqual([
      'post_installation_instruction › notes',
      'post_installation_instruction › page › url',
    ])
    await writeManifest(board)
    await expect.element(dialog).not.toMatchTextContent('The manifest still contains example text')
  },
)

test(
  'suggests 1.5.0 after 1.4.2 and starts from the latest version',
  { tags: ['MAN-25', 'MAN-37', 'MAN-39', 'MAN-41'] },
  async () => {
    await renderEditor([buildManifest(board, '1.4.2')])
    await expect.element(numberField).toHaveValue('1.5.0')
    await expect.element(dialog).toMatchTextContent('Starts from version 1.4.2.')
    await expect.element(editor).toMatchTextContent('"source_url": "https://beamlog.example/board"')
  },
)

test(
  "refuses an invalid number, and shows the server's message on one that is taken",
  { tags: ['MAN-34', 'MAN-36'] },
  async () => {
    await renderEditor([buildManifest(board, '1.4.2')])
    await expect.element(passed).toBeVisible()
    const highest = dialog.getByText('The highest version so far is 1.4.2.')
    await expect.element(highest).toBeVisible()
    await numberField.fill('1.5')
    await createButton.click()
    await expect
      .element(numberField)
      .toHaveAccessibleDescription(/Write the version number as three whole numbers, like 1\.4\.0\./)
    await expect.element(numberField).toHaveFocus()
    await numberField.fill('1234567.0.0')
    await createButton.click()
    await expect
      .element(numberField)
      .toHaveAccessibleDescription(/Each part of a version number can have at most 6 digits, like 1\.4\.0\./)
    expect(created()).toEqual([])
    const message = 'Version 1.5.0 already exists. The next free numbers are 1.5.1, 1.6.0 and 2.0.0.'
    refuse(createManifest, { code: 'invalid_input', message, fields: { semantic_version: [message] } })
    await numberField.fill('1.5.0')
    await createButton.click()
    await expect.element(numberField).toHaveAccessibleDescription(/Version 1\.5\.0 already exists\./)
    await expect.element(highest).not.toBeInTheDocument()
  },
)

test.each([
  ['reduce', 'Change the number'],
  ['no-preference', 'Change the number'],
  ['reduce', 'Close'],
] as const)(
  'moves the focus to a number that is not right after all, with motion: %s, by %s',
  async (motion, name) => {
    await emulateReducedMotion(motion)
    await renderEditor([buildManifest(board, '1.4.2')])
    await expect.element(passed).toBeVisible()
    await numberField.fill('14.0.0')
    await createButton.click()
    const jump = page.getByRole('dialog', { name: 'Create version 14.0.0?' })
    await jump.getByRole('button', { name, exact: true }).click()
    await expect.element(jump).not.toBeInTheDocument()
    await expect.element(numberField).toHaveFocus()
    // The dialog returns the focus to its opener a moment after it closes.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(document.activeElement).toBe(numberField.element())
    expect(getSelection()?.toString()).toBe('14.0.0')
    await press('2.0.0')
    await expect.element(numberField).toHaveValue('2.0.0')
  },
)

test('leaves the focus where it was after a number is accepted', { tags: ['MAN-34'] }, async () => {
  await renderEditor([buildManifest(board, '1.4.2')])
  await expect.element(passed).toBeVisible()
  await numberField.fill('14.0.0')
  await createButton.click()
  const jump = page.getByRole('dialog', { name: 'Create version 14.0.0?' })
  refuse(createManifest, { code: 'conflict', message: 'The app is being deleted.' })
  await jump.getByRole('button', { name: 'Create version 14.0.0' }).click()
  await expect.element(jump).not.toBeInTheDocument()
  await expect.element(dialog).toMatchTextContent('The app is being deleted.')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(createButton.element())
})

test('asks before a number far above the highest one', { tags: ['MAN-34'] }, async () => {
  await renderEditor([buildManifest(board, '1.4.2')])
  await expect.element(passed).toBeVisible()
  await numberField.fill('14.0.0')
  await createButton.click()
  const jump = page.getByRole('dialog', { name: 'Create version 14.0.0?' })
  await expect.element(jump).toMatchTextContent('The highest version so far is 1.4.2.')
  await jump.getByRole('button', { name: 'Change the number' }).click()
  await expect.element(jump).not.toBeInTheDocument()
  await expect.element(numberField).toHaveValue('14.0.0')
  expect(created()).toEqual([])
  await createButton.click()
  await expect.element(jump).toBeVisible()
  await press('{ControlOrMeta>}s{/ControlOrMeta}')
  expect(created(), 'Ctrl+S in the question').toEqual([])
  await jump.getByRole('button', { name: 'Create version 14.0.0' }).click()
  await expect.element(page.getByText('Version 14.0.0 was created.')).toBeVisible()
  expect(created()).toEqual(['14.0.0'])
})

test(
  'saves by Ctrl+S from within the text, and returns the focus',
  { tags: ['MAN-33', 'MAN-40'] },
  async () => {
    await renderEditor([buildManifest(board, '0.1.0')])
    await expect.element(passed).toBeVisible()
    await editor.click()
    await press('{ControlOrMeta>}s{/ControlOrMeta}')
    await expect.element(page.getByText('Version 0.2.0 was created.')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(newVersion).toHaveFocus()
  },
)

test('records opening and closing', { tags: ['MAN-26', 'MAN-27'] }, async () => {
  await renderEditor()
  const event = (name: string) => ({
    key: `developers.sandbox_manifest_editor.${name}`,
    additional_properties: { developer_app_id: versionsApp.id },
  })
  const recorded = () => sent(recordAnalytics).map(({ body }) => body)
  await expect.poll(recorded).toMatchObject([event('opened')])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(recorded).toMatchObject([event('opened'), event('closed')])
})

test(
  'records nothing in government cloud, which has no sandbox',
  { tags: ['MAN-26', 'MAN-27'] },
  async () => {
    await renderEditor([], { flags: { gov_cloud: true } })
    await expect.element(passed).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent(recordAnalytics)).toEqual([])
  },
)

test(
  'government cloud asks for release notes, and a refused release keeps them',
  { tags: ['PROM-08', 'PROM-16'] },
  async () => {
    await renderEditor([buildProduction(board, '1.0.0')], { flags: { gov_cloud: true } })
    const release = page.getByRole('dialog', { name: 'Create version 1.1.0 in production' })
    const notes = release.getByRole('textbox', { name: 'Release notes' })
    const submit = release.getByRole('button', { name: 'Create in production' })
    await createButton.click()
    await notes.fill('Opens faster.')
    refuse(createManifest, { code: 'conflict', message: 'New versions are paused.' })
    await submit.click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('New versions are paused.')
    reply(createManifest, { manifest: buildProduction(board, '1.1.0') })
    await createButton.click()
    await expect.element(notes).toHaveValue('Opens faster.')
    await submit.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent(createManifest).at(-1)?.body.changelog).toBe('Opens faster.')
  },
)

test('government cloud keeps the release notes of a version that is saved on top of another', async () => {
  await renderEditor([buildProduction(board, '1.0.0')], { flags: { gov_cloud: true } })
  await createButton.click()
  const release = page.getByRole('dialog', { name: 'Create version 1.1.0 in production' })
  await release.getByRole('textbox', { name: 'Release notes' }).fill('Opens faster.')
  const theirs = buildProduction(board, '1.1.0')
  refuse(createManifest, { code: 'conflict', message: 'Changed.', current: { manifest: theirs } })
  await release.getByRole('button', { name: 'Create in production' }).click()
  await page.getByRole('button', { name: 'Save anyway as 1.2.0' }).click()
  await expect
    .poll(() => sent(createManifest).map(({ body }) => body.changelog))
    .toEqual(['Opens faster.', 'Opens faster.'])
})

test.each([
  ['without a version', [], 'false'],
  ['with a version', [buildManifest(board, '0.1.0')], 'true'],
])('loads the snippets of an app %s', { tags: ['MAN-43'] }, async (_, versions, hasManifest) => {
  await renderEditor(versions)
  await expect.element(passed).toBeVisible()
  const queries = sent(listSnippets).map(({ params, query }) => [params.version, query] as const)
  expect(Object.fromEntries(queries)).toEqual({ '3': { has_existing_manifest: hasManifest }, '4.1': {} })
})

test('suggests a number above those of both environments', { tags: ['MAN-37'] }, async () => {
  await renderEditor([buildManifest(board, '0.3.0'), buildProduction(board, '0.9.0')])
  await expect.element(numberField).toHaveValue('0.10.0')
})

test('asks before discarding a changed text, and closes at once when unchanged', async () => {
  await renderEditor()
  await expect.element(numberField).toBeVisible()
  numberField.element().focus()
  await press('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await newVersion.click()
  await writeManifest(board)
  numberField.element().focus()
  await press('{Escape}')
  await expect.element(discardQuestion.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await press('{Escape}')
  await expect.element(discardQuestion).not.toBeInTheDocument()
  await expect.element(editor).toMatchTextContent('beamlog.example')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discardQuestion.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await newVersion.click()
  await expect.element(editor).toMatchTextContent('"schema_version": "4.1"')
  await expect.element(editor).not.toMatchTextContent('beamlog.example')
})

test('completes a key and leaves the cursor where its value goes', { tags: ['MAN-22'] }, async () => {
  await renderEditor()
  await writeManifest('{"schema_version": "4.1", }')
  await press('{ArrowLeft}"oau')
  await page.getByRole('option', { name: 'oauth' }).click()
  await press('1')
  await expect.element(editor).toHaveTextContent('{"schema_version": "4.1", "oauth": 1}')
})

test('can be left with Tab and Shift+Tab, without a keyboard trap', async () => {
  await renderEditor()
  await expect.element(editor).toHaveFocus()
  await userEvent.tab()
  await expect.element(numberField).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(editor).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(dialog.getByRole('button', { name: 'Format' })).toHaveFocus()
})

test(
  'shows the latest version in schema 3 converted, and what was left out',
  { tags: ['MAN-41'] },
  async () => {
    const instance = { name: 'Beams', type: 'fullscreen', required: false, description: '' }
    const instances = [{ ...instance, iframe_src: 'https://beamlog.example/board' }]
    await renderEditor([
      buildManifest({ schema_version: '3', components: { iframe: { instances } } }, '0.9.0'),
    ])
    await expect.element(dialog).toMatchTextContent('Converted to schema version 4.1')
    await expect.element(dialog).toMatchTextContent('Version 0.9.0 uses schema version 3.')
    await expect
      .element(dialog)
      .toMatchTextContent("These 2 parts aren't supported by the new schema and were removed:")
    expect(items().map((item) => item.split(' ').at(-1))).toEqual(['name', 'required'])
    await expect.element(editor).toMatchTextContent('"source_url": "https://beamlog.example/board"')
  },
)

test(
  'without semantic versions the server counts; without the permission builder its button is gone',
  { tags: ['MAN-35', 'PERM-15'] },
  async () => {
    await renderEditor([], { rights: { canSetSemanticVersions: false, permissionBuilder: null } })
    await expect.element(passed).toBeVisible()
    expect(numberField.elements()).toEqual([])
    expect(dialog.getByRole('button', { name: 'Permission builder' }).elements()).toEqual([])
    await expect
      .element(dialog)
      .toMatchTextContent('The version number is assigned when you create the version.')
    const version = buildManifest(board, '1.0.0', { version: 1, semantic_version: null })
    reply(createManifest, { manifest: version })
    await createButton.click()
    await expect.element(page.getByText('Version 1 was created.')).toBeVisible()
    expect(Object.keys(sent(createManifest)[0]?.body ?? {}).toSorted()).toEqual([
      'allow_empty_save',
      'based_on_app_version_id',
      'developer_app_id',
      'manifest',
    ])
  },
)

test('a manifest is checked and saved after signing in again; Escape declines and keeps the editor open', async () => {
  await renderEditor()
  await expect.element(passed).toBeVisible()
  refuse(validateManifestContent, { code: 'not_signed_in', message: 'Sign in first.' })
  reply(getSession, buildSignedOutSession())
  await writeManifest(board)
  const password = page
    .getByRole('dialog', { name: 'Sign in to continue' })
    .getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveFocus()
  await press('{Escape}')
  await expect.element(password).not.toBeInTheDocument()
  await expect.element(editor).toMatchTextContent(/beamlog\.example/)

  await dialog.getByRole('button', { name: 'Validate again' }).click()
  await expect.element(password).toHaveFocus()
  reply(signIn, buildSession())
  reply(validateManifestContent, { data: { errors: [] } })
  await password.fill('correct-horse-battery-9')
  await press('{Enter}')
  await createButton.click()
  await expect.poll(created).toEqual(['0.1.0'])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('leaves most of a 320 px screen to the text', async () => {
  await page.viewport(320, 568)
  await renderEditor()
  await expect.element(editor).toBeVisible()
  await expectStill()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  const text = editor.element().getBoundingClientRect()
  expect(text.width).toBeGreaterThanOrEqual(240)
  expect(text.y, 'where the text begins').toBeLessThanOrEqual(220)
  await expect
    .element(dialog.getByRole('button', { name: 'Permission builder' }))
    .toBeInViewport({ ratio: 1 })
})
