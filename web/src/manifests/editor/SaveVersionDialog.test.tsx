import { createManifest } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  board,
  buildManifest,
  buildProduction,
  openInstructions,
  renderConfigurations,
  versionDialog,
  sentManifests,
  versionHeader as header,
  createButton,
  described,
  guide,
  numberField,
} from '../../../testing/manifests.tsx'
import { disconnect, refuse, reply, sent } from '../../../testing/network.ts'
import { texts } from '../../../testing/texts.ts'

const saveButton = header.getByRole('button', { name: /^Create version$/ })
const discard = header.getByRole('button', { name: 'Discard changes' })

test('saves with Ctrl+S and returns the focus to where it was', { tags: ['APP-28', 'CONF-12'] }, async () => {
  renderConfigurations([buildManifest(described, '0.1.0')])
  const { label } = await openInstructions()
  await label.fill('Set-up')
  await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
  await expect.element(numberField).toHaveFocus()
  await expect.element(numberField).toHaveValue('0.2.0')
  await expect.element(versionDialog).toMatchTextContent('Based on version 0.1.0, which stays unchanged.')

  await numberField.fill('0.1.0')
  await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
  await expect
    .element(numberField)
    .toHaveAccessibleDescription(
      /Version 0\.1\.0 already exists\. The next free numbers are 0\.1\.1, 0\.2\.0 and 1\.0\.0\./,
    )
  await numberField.fill('')
  await expect.element(createButton).toHaveAccessibleDescription('Choose a version number.')
  await expect.element(createButton).toBeDisabled()
  await numberField.fill('0.1.1')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Version 0.1.1 was created.')).toBeVisible()
  await expect.element(header.getByRole('heading')).toHaveTextContent('Version 0.1.1')
  await expect.element(label).toHaveFocus()
  expect(sentManifests()).toMatchObject([
    { post_installation_instruction: { notes: 'Sign in.', page: { label: 'Set-up' } } },
  ])
})

test('moves the focus to a number that is not right after all', { tags: ['MAN-34'] }, async () => {
  renderConfigurations([buildManifest(described, '0.1.0')])
  await saveButton.click()
  await numberField.fill('9.0.0')
  await createButton.click()
  const jump = page.getByRole('dialog', { name: 'Create version 9.0.0?' })
  await jump.getByRole('button', { name: 'Change the number' }).click()
  await expect.element(jump).not.toBeInTheDocument()
  await expect.element(numberField).toHaveFocus()
  await userEvent.keyboard('0.2.0')
  await expect.element(numberField).toHaveValue('0.2.0')
})

const overtaking = page.getByRole('dialog', { name: /^Version .* was saved while you were editing$/ })

/** Edits the instructions and saves them, while someone else has saved this version. */
async function saveAfterSomeoneElse(semantic_version: string) {
  const theirs = buildManifest(
    { ...board, post_installation_instruction: { ...guide, page: { ...guide.page, label: 'Theirs' } } },
    semantic_version,
    { created_by: 'Adam Collins' },
  )
  renderConfigurations([buildManifest(described, '0.1.0')])
  const { label } = await openInstructions()
  await label.fill('Mine')
  await expect.element(discard).toBeVisible()
  await saveButton.click()
  refuse(createManifest, { code: 'conflict', message: 'Changed.', current: { manifest: theirs } })
  await createButton.click()
  await expect.element(overtaking).toMatchTextContent(`Adam Collins saved version ${semantic_version} on`)
  return { label, theirs }
}

test('after someone else saved a version, Reload starts over from the newest one', async () => {
  const { label } = await saveAfterSomeoneElse('0.2.0')
  await expect.element(overtaking).toMatchTextContent('Your own changes will be lost')
  await overtaking.getByRole('button', { name: 'Reload' }).click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await expect.element(label).toHaveValue('Guide')
  expect(discard.elements()).toEqual([])
})

test('after someone else saved a version, mine can be saved on top of it', async () => {
  const { label, theirs } = await saveAfterSomeoneElse('0.2.0')
  await userEvent.keyboard('{ControlOrMeta>}s{/ControlOrMeta}')
  await overtaking.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(overtaking).not.toBeInTheDocument()
  expect(sent(createManifest), 'Ctrl+S in the question').toHaveLength(1)
  await expect.element(label).toHaveValue('Mine')
  await createButton.click()
  await overtaking.getByRole('button', { name: 'Save anyway as 0.3.0' }).click()
  await expect
    .poll(() => sent(createManifest).at(-1)?.body)
    .toMatchObject({ semantic_version: '0.3.0', based_on_app_version_id: theirs.app_version_id })
})

test('where the server counts, saving asks for no number', { tags: ['MAN-35'] }, async () => {
  renderConfigurations([buildManifest(board, '0.1.0')], { rights: { canSetSemanticVersions: false } })
  await saveButton.click()
  await expect
    .element(versionDialog)
    .toMatchTextContent('The version number is assigned when you create the version.')
  expect(numberField.elements()).toEqual([])
  await createButton.click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  expect(sent(createManifest)[0]?.body).not.toHaveProperty('semantic_version')
})

test('saving says what of a template is still an example', async () => {
  renderConfigurations([])
  await header.getByRole('button', { name: 'Create version' }).click()
  await expect.element(versionDialog).toMatchTextContent('The manifest still contains example text')
  await expect
    .poll(() => texts(versionDialog.getByRole('listitem')))
    .toEqual(['Instructions › Notes', 'Instructions › Page URL'])
})

test(
  'government cloud asks for release notes, and a failed release keeps them',
  { tags: ['PROM-08', 'PROM-16'] },
  async () => {
    renderConfigurations([buildProduction(board, '1.0.0')], { flags: { gov_cloud: true } })
    const release = page.getByRole('dialog', { name: 'Create version 3.0.0 in production' })
    const notes = release.getByRole('textbox', { name: 'Release notes' })
    const createVersion = async () => {
      await createButton.click()
      await page
        .getByRole('dialog', { name: 'Create version 3.0.0?' })
        .getByRole('button', { name: 'Create version 3.0.0' })
        .click()
    }
    await saveButton.click()
    await numberField.fill('3.0.0')
    await createVersion()
    await expect.element(release).toMatchTextContent(/Same as version 1\.0\.0 in production\./)
    await notes.fill('Two steps at once.')
    disconnect(createManifest)
    await release.getByRole('button', { name: 'Create in production' }).click()
    await expect.element(release).not.toBeInTheDocument()
    await expect
      .element(versionDialog.getByRole('alert'))
      .toMatchTextContent(/Something went wrong when saving the new version\./)

    reply(createManifest, { manifest: buildProduction(board, '3.0.0') })
    await createVersion()
    await expect.element(notes).toHaveValue('Two steps at once.')
    await release.getByRole('button', { name: 'Create in production' }).click()
    await expect.element(versionDialog).not.toBeInTheDocument()
    expect(sent(createManifest).at(-1)?.body).toMatchObject({
      semantic_version: '3.0.0',
      changelog: 'Two steps at once.',
    })
  },
)
