import type { Locator } from '@playwright/test'
import { openCard, saveCards } from './cards.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { createApp } from './people.ts'
import { board, newApp, saveVersion, listVersions, type TestApp } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const panel = {
  schema_version: '4.1',
  sidepanel: {
    source_url: 'https://beamlog.example/{{folder}}?project={{procore.project.id}}',
    description: 'Beams by storey',
    views: ['change_events.all', 'rfi.detail'],
    user_configuration: {
      schema: {
        type: 'object',
        required: ['folder'],
        properties: {
          folder: {
            name: 'Folder',
            type: 'string',
            description: 'Where the drawings are',
            support_link: { url: 'https://beamlog.example/help', label: 'Help' },
          },
        },
      },
    },
  },
}

const drawer = (page: Page, name = 'Add component') => page.getByRole('dialog', { name })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add component' })
const save = (form: Locator) => form.getByRole('button', { name: 'Save component' })
const field = (form: Locator, name: string) => form.getByRole('textbox', { name: new RegExp(`^${name}`) })
const parameter = (form: Locator, number: number) => form.getByRole('group', { name: `Parameter ${number}` })
const chooser = (form: Locator) => form.getByRole('group', { name: 'Views' })
const view = (form: Locator, name: string) => chooser(form).getByRole('checkbox', { name, exact: true })
const show = (form: Locator, group: string) =>
  chooser(form).getByRole('button', { name: `Show the views of ${group}` })

async function openComponents(page: Page, app: TestApp) {
  await openCard(page, app, 'Components')
  await expect(addButton(page)).toBeVisible()
}

async function openDrawer(page: Page, app: TestApp): Promise<Locator> {
  await openComponents(page, app)
  await addButton(page).click()
  await expect(drawer(page)).toBeVisible()
  return drawer(page)
}

/** Creates an app whose only version has a full screen component. */
async function appWith(api: Parameters<typeof newApp>[0], content: object = board): Promise<TestApp> {
  const app = await newApp(api)
  await saveVersion(api, app, '0.1.0', content)
  return app
}

const connectorOnly = { schema_version: '4.1', oauth: { enabled: true } }

test(
  'a component is added in a drawer 804 px wide, whose Save is disabled until it is complete',
  { tag: ['@CONF-14', '@CONF-20', '@CONF-21', '@CONF-22', '@CONF-24', '@CONF-25', '@CONF-51', '@CONST-07'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await appWith(api, connectorOnly)
    await openComponents(page, app)
    await expect(page.getByText('No components yet')).toBeVisible()
    await expectAccessible(page)
    await addButton(page).click()
    const form = drawer(page)
    await expect.poll(async () => (await form.boundingBox())?.width).toBe(804)
    await expect(form.getByRole('radio')).toHaveCount(2)
    await expect(save(form)).toBeDisabled()
    await expect(save(form)).toHaveAccessibleDescription('Still to complete: Type, Source URL.')

    await form.getByRole('radio', { name: 'Side panel' }).focus()
    await field(form, 'Source URL').focus()
    await expect(form.getByRole('radiogroup', { name: 'Type' })).toHaveAccessibleDescription(
      'This field is required',
    )
    await form.getByRole('radio', { name: 'Side panel' }).check()
    await expect(field(form, 'Source URL')).toHaveAccessibleDescription(/This field is required/)
    await field(form, 'Source URL').fill('http://beamlog.example')
    await expect(field(form, 'Source URL')).toHaveAccessibleDescription(/This URL is invalid/)
    await field(form, 'Source URL').fill('https://beamlog.example/{{floor}}')
    await expect(field(form, 'Source URL')).toHaveAccessibleDescription(
      /\{\{floor\}\} isn't built in and isn't a parameter of this component\./,
    )
    await field(form, 'Source URL').fill('https://beamlog.example/panel')
    await expect(field(form, 'Source URL')).not.toHaveAccessibleDescription(/invalid|required|isn't built in/)
    await expect(save(form)).toHaveAccessibleDescription('Still to complete: Views.')

    await view(form, 'RFI').check()
    await view(form, 'RFI').uncheck()
    await addParameterButton(form).focus()
    await expect(chooser(form)).toHaveAccessibleDescription(/Choose at least one view\.$/)
    await view(form, 'RFI').check()
    await expect(save(form)).toBeEnabled()
    await save(form).click()
    await expect(form).toBeHidden()
    await expect(addButton(page)).toBeFocused()
    const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Side panel' }) })
    await expect(item).toContainText('https://beamlog.example/panel')
    await expect(item).toContainText('Views1 of 35')
    await expect(item).toContainText('ParametersNone')
  },
)

const addParameterButton = (form: Locator) =>
  form.getByRole('button', { name: /^(Add parameter|Add another)$/ })

test(
  'an app has at most one component of each type, and the choice hides existing types',
  { tag: ['@CONF-16', '@CONF-17', '@CONF-23'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const form = await openDrawer(page, await appWith(api, panel))
    const card = page.getByRole('region', { name: 'Components' })
    await expect(form.getByRole('radio')).toHaveCount(1)
    await expect(form.getByRole('radio', { name: 'Full screen' })).toBeChecked()
    await expect(chooser(form)).toHaveCount(0)
    await field(form, 'Source URL').fill('https://beamlog.example/board')
    await save(form).click()
    await expect(form).toBeHidden()
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(['Full screen', 'Side panel'])
    await expect(addButton(page)).toBeDisabled()
    await expect(addButton(page)).toHaveAccessibleDescription(
      'The app already has a side panel and a full screen component.',
    )
  },
)

test(
  'variables are inserted into the URL at the caret',
  { tag: ['@CONF-21'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const form = await openDrawer(page, await appWith(api))
    const address = field(form, 'Source URL')
    const variables = form.getByRole('group', { name: 'Insert a variable' }).getByRole('button')
    await expect(variables).toHaveText([
      '{{procore.company.id}}',
      '{{procore.company.name}}',
      '{{procore.project.id}}',
      '{{procore.project.name}}',
    ])
    await address.fill('https://beamlog.example/?p=')
    await variables.nth(2).click()
    await expect(address).toHaveValue('https://beamlog.example/?p={{procore.project.id}}')
    await expect(address).toBeFocused()
    await page.keyboard.type('&s=')
    await addParameterButton(form).click()
    await field(parameter(form, 1), 'Key').fill('site_code')
    await form.getByRole('button', { name: 'Insert {{site_code}}' }).click()
    await expect(address).toHaveValue('https://beamlog.example/?p={{procore.project.id}}&s={{site_code}}')
    await address.press('Home')
    await variables.first().click()
    await expect(address).toHaveValue(/^\{\{procore\.company\.id\}\}https:/)
    await page.keyboard.press('Tab')
    await expect(address).toHaveAccessibleDescription(/This URL is invalid/)
  },
)

test(
  'parameters can be added one after the other, changed and removed',
  { tag: ['@CONF-26', '@CONF-27', '@CONF-28', '@CONF-29', '@CONF-30', '@CONF-31'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const form = await openDrawer(page, await appWith(api, panel))
    await field(form, 'Source URL').fill('https://beamlog.example/{{site_code}}')
    await form.getByRole('button', { name: 'Add parameter' }).click()
    const first = parameter(form, 1)
    await expect(field(first, 'Name')).toBeFocused()
    const another = form.getByRole('button', { name: 'Add another' })
    await expect(another).toBeDisabled()
    await expect(another).toHaveAccessibleDescription(
      'Complete the name, key and description of the parameters above first.',
    )
    for (const name of ['Name', 'Key', 'Description']) {
      await field(first, name).focus()
      await field(first, name).blur()
      await expect(field(first, name)).toHaveAccessibleDescription(/This field is required/)
    }
    await expect(save(form)).toHaveAccessibleDescription('Still to complete: Source URL, Parameter 1.')
    await expectAccessible(page)
    await field(first, 'Name').fill('Site code')
    await field(first, 'Key').fill('site code')
    await field(first, 'Key').blur()
    await expect(field(first, 'Key')).toHaveAccessibleDescription(/Keys start with a letter/)
    await field(first, 'Key').fill('site_code')
    await field(first, 'Description').fill('As your ERP names the site')
    await first.getByRole('switch', { name: 'Required' }).check()
    await another.click()
    const second = parameter(form, 2)
    await expect(field(second, 'Name')).toBeFocused()
    await field(second, 'Name').fill('Region')
    await field(second, 'Key').fill('site_code')
    await field(second, 'Key').blur()
    await expect(field(second, 'Key')).toHaveAccessibleDescription(/"site_code" is the key of 2 parameters\./)
    await field(second, 'Key').fill('region')
    await field(second, 'Description').fill('EU or US')
    await another.click()
    await form.getByRole('button', { name: 'Remove parameter 3' }).click()
    await expect(parameter(form, 3)).toHaveCount(0)
    await expect(another).toBeFocused()
    await save(form).click()
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Full screen' }) })
    await expect(item.getByRole('listitem')).toHaveText([
      'Site code (site_code)',
      'Region (region, optional)',
    ])
  },
)

test(
  'a component is edited as stored, keeps its type, and asks before discarding changes',
  { tag: ['@CONF-19'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await appWith(api, panel)
    await page.goto(`/developer_apps/${app.id}/versions`)
    await page.getByRole('link', { name: 'Configurations' }).click()
    const edit = page.getByRole('button', { name: 'Edit side panel' })
    await edit.click()
    const form = drawer(page, 'Edit the side panel component')
    await expect(form.getByRole('radio')).toHaveCount(1)
    await expect(field(form, 'Source URL')).toHaveValue(panel.sidepanel.source_url)
    await expect(view(form, 'Change Events')).toBeChecked()
    await expect(chooser(form).getByRole('status').first()).toHaveText('5 of 35 views chosen')
    await expect(field(parameter(form, 1), 'Description')).toHaveValue('Where the drawings are')
    await expect(parameter(form, 1).getByRole('switch', { name: 'Required' })).toBeChecked()
    await expect(save(form)).toHaveAccessibleDescription('There are no changes to save.')

    await field(parameter(form, 1), 'Name').fill('Drawings')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(field(parameter(form, 1), 'Name')).toHaveValue('Drawings')
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(form).toBeHidden()
    await expect(edit).toBeFocused()
    await expect(page.getByText('Folder (folder)')).toBeVisible()
    await edit.click()
    await expect(field(parameter(form, 1), 'Name')).toHaveValue('Folder')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  },
)

test(
  "saving a form keeps fields it does not show; the version can't be saved while the form is open",
  { tag: ['@CONF-15', '@CONF-36', '@CONF-41'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await appWith(api, panel)
    const [before] = await listVersions(api, app, 'Sandbox')
    const stored = before?.content['sidepanel'] as { uuid: string } | undefined
    expect(stored?.uuid).toBeTruthy()
    await openComponents(page, app)
    await page.getByRole('button', { name: 'Edit side panel' }).click()
    const form = drawer(page, 'Edit the side panel component')
    await view(form, 'Budgeting').check()
    await field(parameter(form, 1), 'Name').fill('Drawings')
    // Under the open form, which hides it from the user.
    const header = page.getByRole('region', { name: /^Version /, includeHidden: true })
    const create = header.getByRole('button', {
      name: /^(Create version|Save new version)$/,
      includeHidden: true,
    })
    await expect(create).toBeDisabled()
    await expect(create).toHaveAccessibleDescription('Finish the component first.')
    await save(form).click()
    await expect(form).toBeHidden()
    await addButton(page).click()
    await field(drawer(page), 'Source URL').fill('https://beamlog.example/board')
    await save(drawer(page)).click()
    await expect(drawer(page)).toBeHidden()

    const saved = await saveCards(page, api, app)
    const { folder } = panel.sidepanel.user_configuration.schema.properties
    expect(saved).toMatchObject({
      fullscreen: { source_url: 'https://beamlog.example/board', description: '' },
      sidepanel: {
        ...panel.sidepanel,
        uuid: stored?.uuid,
        views: ['budgeting.all', 'change_events.all', 'rfi.detail'],
        user_configuration: {
          schema: {
            type: 'object',
            required: ['folder'],
            properties: { folder: { ...folder, name: 'Drawings' } },
          },
        },
      },
    })
  },
)

test(
  'either component can be deleted after a confirmation that says what else is removed',
  { tag: ['@CONF-19'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openComponents(page, await appWith(api, { ...board, ...panel }))
    await page.getByRole('button', { name: 'Delete side panel' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the side panel component?' })
    await expect(question).toContainText('no longer opens beside 5 views. This also deletes its 1 parameter')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 3, name: 'Side panel' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete side panel' }).click()
    await question.getByRole('button', { name: 'Delete component' }).click()
    await expect(page.getByRole('heading', { level: 3, name: 'Side panel' })).toHaveCount(0)
    await expect(
      page.getByRole('status').filter({ hasText: 'The side panel component was deleted.' }),
    ).toHaveCount(1)
    await page.getByRole('button', { name: 'Delete full screen' }).click()
    await page.getByRole('button', { name: 'Delete component' }).click()
    await expect(page.getByText('No components yet')).toBeVisible()
    await addButton(page).click()
    await expect(drawer(page).getByRole('radio')).toHaveCount(2)
  },
)

test.describe('the view picker', () => {
  const open = async (page: Page, api: Parameters<typeof newApp>[0]) => {
    const form = await openDrawer(page, await appWith(api))
    await expect(form.getByRole('radio', { name: 'Side panel' })).toBeChecked()
    return form
  }
  const count = (form: Locator) => chooser(form).getByRole('status').first()

  test(
    'has a row for each tool, with groups that are fully, partly or not selected',
    { tag: ['@CONF-32', '@CONF-35', '@CONF-36'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const form = await open(page, api)
      await expect(chooser(form).getByRole('button', { name: /^Show the views of/ })).toHaveCount(11)
      await expect(count(form)).toHaveText('0 of 35 views chosen')
      await show(form, 'Commitments').click()
      await expect(show(form, 'Commitments')).toHaveAttribute('aria-expanded', 'true')
      await show(form, 'Purchase orders').click()
      await view(form, 'Purchase orders').check()
      await expect(view(form, 'Purchase order: view')).toBeChecked()
      await expect(view(form, 'Commitments')).toBeChecked({ indeterminate: true })
      await expect(view(form, 'All views')).toBeChecked({ indeterminate: true })
      await expect(count(form)).toHaveText('3 of 35 views chosen')
      await expectAccessible(page)
      await view(form, 'Commitments').click()
      await expect(view(form, 'Commitments')).toBeChecked()
      await expect(count(form)).toHaveText('10 of 35 views chosen')
      await view(form, 'Purchase order: edit').uncheck()
      await expect(view(form, 'Purchase orders')).toBeChecked({ indeterminate: true })
      await view(form, 'All views').click()
      await expect(count(form)).toHaveText('35 of 35 views chosen')
      await view(form, 'All views').click()
      await expect(count(form)).toHaveText('0 of 35 views chosen')
    },
  )

  test(
    'searches tools, names and keys, and selects the matches',
    { tag: ['@CONF-35'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const form = await open(page, api)
      const search = chooser(form).getByRole('searchbox', { name: 'Search views' })
      await search.fill('work_order')
      await expect(count(form)).toHaveText('3 found, 0 of 35 views chosen')
      await expect(view(form, 'Work order (subcontract): create')).toBeVisible()
      await view(form, 'All 3 views found').check()
      await search.fill('weather')
      await expect(chooser(form)).toContainText('No view has "weather" in its tool, name or key.')
      await chooser(form).getByRole('button', { name: 'Clear search' }).click()
      await expect(search).toBeFocused()
      await expect(search).toHaveValue('')
      await expect(count(form)).toHaveText('3 of 35 views chosen')
      await expect(view(form, 'Commitments')).toBeChecked({ indeterminate: true })
    },
  )

  test('works with the keyboard alone', { tag: ['@CONF-35'] }, async ({ page, signIn, api }) => {
    await signIn('owner')
    const form = await open(page, api)
    await chooser(form).getByRole('searchbox', { name: 'Search views' }).focus()
    await page.keyboard.press('Tab')
    await expect(view(form, 'All views')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(show(form, 'Budgeting')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(view(form, 'Budgeting')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(view(form, 'Budget details')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(view(form, 'Budget details')).toBeChecked()
    await expect(view(form, 'Budgeting')).toBeChecked({ indeterminate: true })
  })
})

test('users who may not change the app see its components and why they are read-only', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('dev-collab')
  const { body } = await api.get('/api/v1/developer_apps?per_page=100')
  const apps = body as { id: number; internal_name: string }[]
  const app = apps.find(({ internal_name }) => internal_name === 'Site Sync')
  await openComponents(page, { id: app?.id ?? 0, name: 'Site Sync' })
  await expect(addButton(page)).toBeDisabled()
  await expect(addButton(page)).toHaveAccessibleDescription(/owner and admins/)
  await expect(
    page.getByRole('button', { name: /^(Edit|Delete) (full screen|side panel)$/ }).first(),
  ).toBeDisabled()
})

test.describe('in government cloud', { tag: ['@CONF-18', '@government'] }, () => {
  test('only a full screen component is offered, and one is enough', async ({ page, signIn, api }) => {
    await signIn('stranger')
    const app = { id: await createApp(api, 'Tower Board'), name: 'Tower Board' }
    await saveVersion(api, app, '0.1.0', connectorOnly, 'First version')
    const form = await openDrawer(page, app)
    await expect(form.getByRole('radio')).toHaveCount(1)
    await expect(form.getByRole('radio', { name: 'Full screen' })).toBeChecked()
    await field(form, 'Source URL').fill('https://tower.example.test/board')
    await save(form).click()
    await expect(addButton(page)).toBeDisabled()
    await expect(addButton(page)).toHaveAccessibleDescription(
      "The app already has its full screen component. Side panels aren't available in government cloud.",
    )
  })
})
