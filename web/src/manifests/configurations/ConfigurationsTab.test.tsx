import { getDraft } from '@trestle/domain/drafts/contract.ts'
import { createManifest, validateManifestContent } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  board,
  buildManifest,
  card,
  editor,
  fold,
  openInstructions,
  renderConfigurations,
  versionDialog,
  sentManifests,
  versionHeader as header,
  writeManifest,
  createButton,
  described,
  discardQuestion,
  guide,
} from '../../../testing/manifests.tsx'
import { now } from '../../../testing/build.ts'
import { refuse, reply, sent } from '../../../testing/network.ts'

const missing = 'Please fill in the required fields below before creating a version.'
const saveButton = page.getByRole('button', {
  name: /^Create version$/,
  includeHidden: true,
})
const json = page.getByRole('button', { name: 'Edit as JSON' })

test(
  'the instructions require all fields or none, with errors after leaving a field',
  { tags: ['CONF-37', 'CONF-38', 'CONF-39', 'CONF-40', 'CONF-51'] },
  async () => {
    const required = 'This field is required'
    const incomplete = 'All post installation instruction fields must be present'
    renderConfigurations([buildManifest(board, '0.1.0')])
    const instructions = card('Instructions')
    await expect.element(instructions).toMatchTextContent('Nothing is shown after installation.')
    const { notes, label, url } = await openInstructions()

    await notes.fill('Sign in as an owner.')
    await expect.element(saveButton).toBeDisabled()
    await expect.element(instructions).not.toMatchTextContent(required)
    await userEvent.tab()
    await expect.element(instructions.getByRole('alert')).toHaveTextContent(incomplete)
    await expect.element(instructions).not.toMatchTextContent(required)
    label.element().focus()
    await userEvent.tab()
    await expect.element(label).toHaveAccessibleDescription(new RegExp(required))
    await expect.element(url).not.toHaveAccessibleDescription(new RegExp(required))
    await userEvent.tab()
    await expect.element(url).toHaveAccessibleDescription(new RegExp(required))
    await expect.element(header.getByRole('alert')).toHaveTextContent(missing)
    await expect.element(saveButton).toHaveAccessibleDescription('Correct the errors below first.')

    await label.fill('Guide')
    await url.fill('http://beamlog.example')
    await expect.element(instructions.getByText(incomplete)).not.toBeInTheDocument()
    await expect.element(url).toHaveAccessibleDescription(/This URL is invalid/)
    await url.fill('https://beamlog.example/guide')
    await expect.element(header.getByRole('alert')).not.toBeInTheDocument()
    await saveButton.click()
    await createButton.click()
    await expect.element(versionDialog).not.toBeInTheDocument()

    await notes.fill('')
    await label.fill('  ')
    await url.fill('')
    await userEvent.tab()
    await expect.element(instructions.getByRole('alert')).not.toBeInTheDocument()
    await saveButton.click()
    await createButton.click()
    await expect.element(header.getByRole('heading')).toHaveTextContent('Version 0.3.0')
    const [first, second] = sentManifests()
    expect(first?.['post_installation_instruction']).toEqual({ ...guide, notes: 'Sign in as an owner.' })
    expect(second).not.toHaveProperty('post_installation_instruction')
  },
)

test(
  'saving is refused while a form is open or the manifest is empty, except after removing the data connector',
  {
    tags: [
      'CONF-41',
      'CONF-42',
      'CONF-43',
      'CONF-44',
      'CONF-45',
      'CONF-46',
      'CONF-47',
      'CONF-48',
      'CONF-49',
      'CONF-50',
      'LVAL-49',
    ],
  },
  async () => {
    renderConfigurations([buildManifest(board, '0.1.0')])
    await expect.element(saveButton).toBeEnabled()

    await page.getByRole('button', { name: 'Add component' }).click()
    const form = page.getByRole('dialog', { name: 'Add component' })
    await expect.element(form).toBeVisible()
    await expect.element(saveButton).toBeDisabled()
    await expect.element(page.getByText('Finish the component first.')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(saveButton).toBeEnabled()

    await fold('Data connector').click()
    await page.getByRole('checkbox', { name: 'Service account' }).click()
    const grid = page.getByRole('dialog', { name: 'Permission builder' })
    await expect.element(grid).toBeVisible()
    await expect.element(saveButton).toBeDisabled()
    await expect.element(page.getByText('Finish the permissions first.')).toBeInTheDocument()
    await grid.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(grid).not.toBeInTheDocument()

    await page.getByRole('button', { name: 'Delete full screen' }).click()
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete component' })
    await expect.element(remove).toBeVisible()
    await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
    await remove.click()
    await expect.element(remove).not.toBeInTheDocument()
    expect(versionDialog.elements()).toEqual([])
    await expect.element(header.getByRole('alert')).toHaveTextContent(missing)
    await expect
      .element(card('Components'))
      .toMatchTextContent('At least one of fullscreen or sidepanel must be present')
    await expect.element(saveButton).toBeDisabled()
    await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
    await expect.element(page.getByText('Correct the errors below first.').last()).toBeVisible()
    expect(versionDialog.elements()).toEqual([])

    const userLevel = page.getByRole('checkbox', { name: 'User-level authentication' })
    await userLevel.click()
    await expect.element(saveButton).toBeEnabled()
    await userLevel.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect.element(userLevel).not.toBeChecked()
    await expect.element(header.getByRole('alert')).not.toBeInTheDocument()
    await saveButton.click()
    await createButton.click()
    await expect.element(header.getByRole('heading')).toHaveTextContent('Version 0.2.0')
    expect(sent(createManifest)[0]?.body.allow_empty_save).toBe(true)
    expect(sentManifests()[0]).not.toHaveProperty('fullscreen')

    // The new version is loaded, so an empty manifest is no longer allowed.
    await expect.element(saveButton).toBeDisabled()
    await expect.element(header.getByRole('alert')).toHaveTextContent(missing)
  },
)

test('the JSON editor of the first version says that it includes unsaved changes', async () => {
  renderConfigurations([])
  const { notes } = await openInstructions()
  await notes.fill('Sign in.')
  await json.click()
  await expect
    .element(versionDialog)
    .toMatchTextContent('Starts from the template for schema version 4.1, including your unsaved changes.')
})

test('the JSON editor starts from the unsaved state of the cards, which show what was typed in it', async () => {
  renderConfigurations([buildManifest(described, '0.1.0')])
  const { notes, label } = await openInstructions()
  await label.fill('Handbook')
  await json.click()
  await expect
    .element(versionDialog)
    .toMatchTextContent('Starts from version 0.1.0, including your unsaved changes.')
  await expect.element(editor).toHaveFocus()
  await expect.element(editor).toMatchTextContent('"label": "Handbook"')

  const typed = {
    ...described,
    oauth: { enabled: true },
    post_installation_instruction: { ...guide, notes: 'Read.' },
  }
  await writeManifest(JSON.stringify(typed, null, 4))
  await versionDialog.getByRole('button', { name: 'Back to the cards' }).click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await expect.element(json).toHaveFocus()
  await expect.element(label).toHaveValue('Guide')
  await expect.element(notes).toHaveValue('Read.')
  await expect.element(card('Data connector')).toMatchTextContent('User-level authentication')
  await expect.element(header.getByRole('button', { name: 'Discard changes' })).toBeVisible()

  // The text keeps its formatting, an indent of four spaces.
  await json.click()
  await expect.element(editor.getByText(/^ {4}"schema_version"/, { exact: true }).first()).toBeVisible()
  await writeManifest('{ "schema_version": ')
  await versionDialog.getByRole('button', { name: 'Back to the cards' }).click()
  await expect
    .element(discardQuestion)
    .toMatchTextContent(
      "The cards can't use this text. Only your edits in the JSON editor are discarded. The cards stay as they were.",
    )
  await discardQuestion.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await expect.element(notes).toHaveValue('Read.')
  await saveButton.click()
  await createButton.click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  expect(sentManifests()).toEqual([typed])
})

test('the JSON editor leaves the cards as they are if nothing is typed in it', async () => {
  renderConfigurations([buildManifest(described, '0.1.0')])
  const { notes } = await openInstructions()
  const back = versionDialog.getByRole('button', { name: 'Back to the cards' })
  await json.click()
  await writeManifest({ ...described, post_installation_instruction: { ...guide, notes: 'Typed.' } })
  await back.click()
  await expect.element(notes).toHaveValue('Typed.')
  await notes.fill('Later.')
  await json.click()
  await expect.element(editor).toMatchTextContent('"notes": "Later."')
  await back.click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await expect.element(notes).toHaveValue('Later.')
})

test('the JSON editor creates a version, and the cards then start from it', async () => {
  renderConfigurations([])
  const { label } = await openInstructions()
  await label.fill('Handbook')
  await json.click()
  await writeManifest(described)
  await expect.element(versionDialog.getByText('Validation passed')).toBeVisible()
  await versionDialog.getByRole('button', { name: 'Create version' }).click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await expect.element(header.getByRole('heading')).toHaveTextContent('Version 0.1.0')
  await expect.element(label).toHaveValue('Guide')
  expect(header.getByRole('button', { name: 'Discard changes' }).elements()).toEqual([])
  await expect.element(json).toHaveFocus()
})

test(
  'a restored draft with an error that only the server finds cannot be saved until it is corrected',
  { tags: ['CONF-43', 'CONF-50'] },
  async () => {
    const version = buildManifest(board, '0.1.0')
    renderConfigurations([version])
    const typed = { ...board, fulscreen: {} }
    const content = { text: JSON.stringify(typed), allow_empty: false }
    const based_on = version.app_version_id
    reply(getDraft, { draft: { content, based_on, updated_at: now } })
    reply(validateManifestContent, ({ body }) => ({
      data: {
        errors: JSON.stringify(body.manifest.content).includes('fulscreen')
          ? [{ path: '/fulscreen', message: '"fulscreen" isn\'t a part of a manifest.' }]
          : [],
      },
    }))

    await expect
      .element(header.getByRole('alert'))
      .toMatchTextContent('fulscreen: "fulscreen" isn\'t a part of a manifest.')
    await expect.element(saveButton).toBeDisabled()
    await expect.element(saveButton).toHaveAccessibleDescription('Correct the errors below first.')

    // A change in the cards keeps the key.
    const { notes, label, url } = await openInstructions()
    await notes.fill('Read.')
    await label.fill('Guide')
    await url.fill('https://beamlog.example/guide')
    await expect
      .poll(() => sent(validateManifestContent).at(-1)?.body.manifest.content)
      .toContain('https://beamlog.example/guide')
    await expect.element(saveButton).toHaveAccessibleDescription('Correct the errors below first.')

    await json.click()
    await writeManifest(described)
    await versionDialog.getByRole('button', { name: 'Back to the cards' }).click()
    await expect.element(saveButton).toBeEnabled()
    await expect.element(header.getByRole('alert')).not.toBeInTheDocument()
  },
)

test('can retry a failed load of a draft', async () => {
  renderConfigurations([buildManifest(board, '0.1.0')])
  refuse(getDraft, { code: 'internal', message: 'Something went wrong.' })
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Something went wrong.')
  await expect.element(saveButton).not.toBeInTheDocument()
  reply(getDraft, { draft: null })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(saveButton).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test("the server's errors are shown where the document can be corrected", async () => {
  renderConfigurations([buildManifest(board, '0.1.0')])
  refuse(createManifest, {
    code: 'invalid_input',
    message: 'The manifest is invalid.',
    fields: { '/extra': ["extra isn't a part of a manifest."] },
  })
  const { notes, label, url } = await openInstructions()
  await notes.fill('Read.')
  await label.fill('Guide')
  await url.fill('https://beamlog.example/guide')
  await saveButton.click()
  await createButton.click()
  await expect
    .element(versionDialog.getByRole('alert'))
    .toMatchTextContent('Something went wrong when saving the new version.')
  await versionDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect
    .element(header.getByRole('alert'))
    .toMatchTextContent("extra: extra isn't a part of a manifest.")
})

test('an older schema is shown converted, with what was left out', { tags: ['CONF-13'] }, async () => {
  const instance = {
    name: 'Beams',
    type: 'fullscreen',
    required: false,
    iframe_src: 'https://beamlog.example',
  }
  const old = {
    schema_version: '3',
    post_installation_instruction: guide,
    components: { iframe: { instances: [{ ...instance, description: '' }] } },
  }
  renderConfigurations([buildManifest(old, '0.9.0')])
  await expect.element(page.getByText(/^Version 0\.9\.0 uses schema version 3\./)).toBeVisible()
  await expect.element(page.getByText('components › iframe › instances › 0 › name')).toBeVisible()
  await expect.element(card('Instructions')).toMatchTextContent('Guide')
  await json.click()
  await expect.element(editor).toMatchTextContent('"schema_version": "4.1"')
})

test('explains why nothing can be edited while new manifests are paused', { tags: ['MAN-44'] }, async () => {
  renderConfigurations([buildManifest(board, '0.1.0')], { flags: { sandbox_manifests_paused: true } })
  await expect.element(saveButton).toHaveAccessibleDescription('Creating versions is paused.')
  await expect.poll(() => page.getByText('Creating versions is paused.').elements().length).toBeGreaterThan(1)
  expect(page.getByText(/view-only access/).elements()).toEqual([])
  expect(json.elements()).toEqual([])
})

test(
  'users who may not edit see the cards and why they cannot change them',
  { tags: ['ROLE-06'] },
  async () => {
    renderConfigurations([buildManifest(described, '0.1.0')], { rights: { canModify: false } })
    await expect
      .element(
        page.getByText(
          "You have view-only access to this page. Only the app's owner and admins can create versions.",
        ),
      )
      .toBeVisible()
    await expect.element(saveButton).toBeDisabled()
    expect(json.elements()).toEqual([])
    await fold('Instructions').click()
    await expect.element(card('Instructions').getByRole('link', { name: /Guide/ })).toBeVisible()
    expect(card('Instructions').getByRole('textbox').elements()).toEqual([])
  },
)

test(
  'without a version, users who may not edit see Draft and three cards without content',
  { tags: ['CONF-04', 'CONF-09', 'PROM-01'] },
  async () => {
    renderConfigurations([], { rights: { canModify: false } })
    await expect.element(header.getByRole('heading')).toHaveTextContent('No version yet')
    await expect.element(header.getByText('Draft', { exact: true })).toBeVisible()
    await expect
      .element(saveButton)
      .toHaveAccessibleDescription("Only the app's owner and admins can create versions.")
    await expect.element(card('Components')).toMatchTextContent('No components yet')
    await expect.element(card('Data connector')).toBeVisible()
    await expect.element(card('Instructions')).toMatchTextContent('Nothing is shown after installation.')
    expect(page.getByRole('alert').elements()).toEqual([])
    expect(page.getByText('At least one of fullscreen or sidepanel must be present').elements()).toEqual([])
  },
)
