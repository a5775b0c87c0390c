import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import {
  editor,
  createAppWithSandbox,
  saveVersion,
  listVersions,
  clearManifestDraft,
  type TestApp,
} from './versions.ts'

const keys = (page: Page) => page.getByRole('region', { name: 'Installation keys' })
const header = (page: Page) => page.getByRole('region', { name: /^(Version |No version yet)/ })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const fold = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const versionDialog = (page: Page, app: TestApp) =>
  page.getByRole('dialog', { name: `Create New Version of ${app.name}` })

async function openInstructions(page: Page) {
  await fold(page, 'Instructions').click()
  const fields = card(page, 'Instructions')
  return {
    notes: fields.getByLabel('Notes'),
    label: fields.getByLabel('Page label'),
    url: fields.getByLabel('Page URL'),
  }
}

const findNewest = async (api: Api, app: TestApp) => (await listVersions(api, app, 'Sandbox'))[0]

test('asks before the page is left by a link or Back, once for the page and an open drawer', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  await clearManifestDraft(api, 'Site Sync')
  await page.goto('/developer_apps')
  await page.getByRole('link', { name: 'Site Sync' }).click()
  const { label } = await openInstructions(page)
  await label.fill('How to link your company')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await page.getByRole('link', { name: 'Versions' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(label).toHaveValue('How to link your company')

  await page.getByRole('button', { name: 'Edit full screen' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit the full screen component' })
  const source = drawer.getByRole('textbox', { name: /^Source URL/ })
  await source.fill('https://beamlog.example')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(source).toHaveValue('https://beamlog.example')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/developer_apps')
  await expect(question).toHaveCount(0)
})

test(
  'a first version can be built entirely in the cards',
  { tag: ['@CONF-08', '@CONF-12', '@CONF-13', '@CONF-15', '@CONF-26', '@CONF-31', '@PROM-01'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await createAppWithSandbox(api)
    const dialog = versionDialog(page, app)
    const create = dialog.getByRole('button', { name: 'Create version' })
    await page.goto(`/developer_apps/${app.id}`)
    await expect(header(page)).toContainText('Draft')

    await test.step('untouched it is the template, and saving says what of it is an example', async () => {
      await header(page).getByRole('button', { name: 'Create version' }).click()
      await expect(dialog).toContainText('The manifest still contains example text')
      await expect(dialog.getByRole('listitem')).toHaveText([
        'Instructions › Notes',
        'Instructions › Page URL',
      ])
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })

    await expect(header(page)).toContainText('Companies can install the app when it has a version.')

    await test.step('a side panel with a parameter', async () => {
      await page.getByRole('button', { name: 'Add component' }).click()
      const form = page.getByRole('dialog', { name: 'Add component' })
      await form.getByRole('radio', { name: 'Side panel' }).check()
      await form.getByRole('textbox', { name: /^Source URL/ }).fill('https://beamlog.example/panel')
      await form.getByRole('checkbox', { name: 'RFI', exact: true }).check()
      await form.getByRole('button', { name: 'Add parameter' }).click()
      const parameter = form.getByRole('group', { name: 'Parameter 1' })
      await parameter.getByRole('textbox', { name: /^Name/ }).fill('Folder')
      await parameter.getByRole('textbox', { name: /^Key/ }).fill('folder')
      await parameter.getByRole('textbox', { name: /^Description/ }).fill('Where the drawings are')
      await form
        .getByRole('textbox', { name: /^Source URL/ })
        .fill('https://beamlog.example/panel/{{folder}}')
      await form.getByRole('button', { name: 'Save component' }).click()
      await expect(form).toBeHidden()
      await expect(card(page, 'Components')).toContainText('https://beamlog.example/panel/{{folder}}')
    })

    await test.step('a service account', async () => {
      await fold(page, 'Data connector').click()
      await page.getByRole('checkbox', { name: 'Service account' }).click()
      const grid = page.getByRole('dialog', { name: 'Permission builder' })
      await grid.getByRole('tab', { name: 'Project tools' }).click()
      await grid.getByRole('radio', { name: 'Daily Log: Read-Only', exact: true }).check()
      await grid.getByRole('button', { name: 'Apply permissions' }).click()
      await expect(grid).toBeHidden()
      await expect(page.getByRole('checkbox', { name: 'User-level authentication' })).toBeChecked()
    })

    await test.step('instructions, of which one field is not enough', async () => {
      const { notes, label, url } = await openInstructions(page)
      await notes.fill('Sign in as an owner.')
      await label.fill('')
      await label.blur()
      await expect(header(page).getByRole('alert')).toContainText('Please fill in the required fields')
      await expectAccessible(page)
      await label.fill('Set-up')
      await url.fill('https://beamlog.example/set-up')
    })

    await test.step('as version 0.1.0', async () => {
      await page.getByRole('button', { name: 'Edit as JSON' }).click()
      await expect(editor(page)).toContainText('"source_url": "https://beamlog.example/panel/{{folder}}"')
      await versionDialog(page, app).getByRole('button', { name: 'Back to the cards' }).click()
      await expect(versionDialog(page, app)).toBeHidden()
      await header(page).getByRole('button', { name: 'Create version' }).click()
      await create.click()
      await expect(header(page).getByRole('heading')).toHaveText('Version 0.1.0')
      await expect(header(page)).toContainText('Ready for Testing')
      await expect(header(page).getByRole('button', { name: 'Create version' })).toBeFocused()
      const version = await findNewest(api, app)
      await expect(keys(page)).toContainText(version?.app_version_id ?? 'a key')
      expect(version?.content).toEqual({
        schema_version: '4.1',
        app_manifest: { id: expect.any(String), name: app.name },
        post_installation_instruction: {
          notes: 'Sign in as an owner.',
          page: { url: 'https://beamlog.example/set-up', label: 'Set-up' },
        },
        sidepanel: {
          uuid: expect.any(String),
          source_url: 'https://beamlog.example/panel/{{folder}}',
          description: '',
          views: ['rfi.detail'],
          user_configuration: {
            schema: {
              type: 'object',
              required: [],
              properties: {
                folder: { name: 'Folder', type: 'string', description: 'Where the drawings are' },
              },
            },
          },
        },
        permissions: { project: { daily_log: 'readonly' } },
        oauth: { enabled: true },
      })
    })

    await test.step('and a second one by Ctrl+S, after someone else saved version 0.2.0', async () => {
      await saveVersion(api, app, '0.2.0')
      await card(page, 'Instructions').getByLabel('Page label').fill('Mine')
      await page.keyboard.press('ControlOrMeta+S')
      await create.click()
      const question = page.getByRole('dialog', { name: 'Version 0.2.0 was saved while you were editing' })
      await expect(question).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Reload' }).click()
      await expect(dialog).toBeHidden()
      await expect(header(page).getByRole('heading')).toHaveText('Version 0.2.0')
      await expect(header(page).getByRole('button', { name: 'Discard changes' })).toBeHidden()
    })
  },
)
