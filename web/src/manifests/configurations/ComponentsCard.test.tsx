import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import type { ConfiguredContent, ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { texts } from '../../../testing/texts.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/Link.tsx'
import { ComponentsCard } from './ComponentsCard.tsx'

const sidepanel = {
  uuid: 'c0ffee00-0000-4000-8000-000000000000',
  source_url: 'https://beamlog.example/{{folder}}?project={{procore.project.id}}',
  description: 'Beams by floor',
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
}
const fullscreen = { source_url: 'https://beamlog.example/board', description: '' }

interface Options {
  disabledReason?: string | null
  isGovernmentCloud?: boolean
}

/** Renders the card of this manifest and returns the changes it reports. */
function render(
  content: ManifestContent,
  { disabledReason = null, isGovernmentCloud = false }: Options = {},
) {
  const changes: ConfiguredContent[] = []
  const open: boolean[] = []
  function Example() {
    const [configured, setConfigured] = useState(configuredContent({ schema_version: '4.1', ...content }))
    return (
      <ComponentsCard
        configured={configured}
        onChange={(next) => {
          changes.push(next)
          setConfigured(next)
        }}
        disabledReason={disabledReason}
        isGovernmentCloud={isGovernmentCloud}
        onEditing={(isOpen) => open.push(isOpen)}
        problem={null}
      />
    )
  }
  renderPart(
    <>
      <TextLink href={paths.apps()}>Leave</TextLink>
      <Example />
    </>,
  )
  return { changes, open }
}

const add = page.getByRole('button', { name: 'Add component' })
const form = page.getByRole('dialog', { name: /component$/ })
const save = form.getByRole('button', { name: 'Save component' })
const address = form.getByRole('textbox', { name: /^Source URL/ })
const addParameter = form.getByRole('button', { name: /^(Add parameter|Add another)$/ })
const parameter = (number: number) => form.getByRole('group', { name: `Parameter ${number}` })
const field = (row: Locator, name: string) => row.getByRole('textbox', { name: new RegExp(`^${name}`) })
const chooser = form.getByRole('group', { name: 'Views' })
const count = chooser.getByRole('status').first()
const view = (name: string) => chooser.getByRole('checkbox', { name, exact: true })
const headings = () => texts(page.getByRole('heading', { level: 3 }))

test(
  'a component is added in a drawer 804 px wide, whose Save is disabled until it is complete',
  {
    tags: ['APP-28', 'CONF-14', 'CONF-20', 'CONF-21', 'CONF-22', 'CONF-24', 'CONF-25', 'CONF-51', 'CONST-07'],
  },
  async () => {
    render({})
    await expect.element(page.getByText('No components yet')).toBeVisible()
    await add.click()
    await expect.poll(() => form.element().getBoundingClientRect().width).toBe(804)
    await expect.poll(() => form.getByRole('radio').elements().length).toBe(2)
    await expect.element(save).toBeDisabled()
    await expect.element(save).toHaveAccessibleDescription('Still to complete: Type, Source URL.')

    form.getByRole('radio', { name: 'Side panel' }).element().focus()
    address.element().focus()
    await expect
      .element(form.getByRole('radiogroup', { name: 'Type' }))
      .toHaveAccessibleDescription('This field is required')
    await form.getByRole('radio', { name: 'Side panel' }).click()
    await expect.element(address).toHaveAccessibleDescription(/This field is required/)
    await address.fill('http://beamlog.example')
    await expect.element(address).toHaveAccessibleDescription(/This URL is invalid/)
    await address.fill('https://beamlog.example/{{floor}}')
    await expect
      .element(address)
      .toHaveAccessibleDescription(/\{\{floor\}\} isn't built in and isn't a parameter of this component\./)
    await address.fill('https://beamlog.example/panel')
    await expect.element(address).not.toHaveAccessibleDescription(/invalid|required|isn't built in/)
    await expect.element(save).toHaveAccessibleDescription('Still to complete: Views.')

    await view('RFI').click()
    await view('RFI').click()
    addParameter.element().focus()
    await expect.element(chooser).toHaveAccessibleDescription(/Choose at least one view\.$/)
    await view('RFI').click()
    await save.click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(add).toHaveFocus()
    const item = page.getByRole('listitem').first()
    await expect.element(item).toMatchTextContent('https://beamlog.example/panel')
    await expect.element(item).toMatchTextContent('Views1 of 35')
    await expect.element(item).toMatchTextContent('ParametersNone')
  },
)

test(
  'an app has at most one component of each type, and the choice hides existing types',
  { tags: ['CONF-16', 'CONF-17', 'CONF-23'] },
  async () => {
    render({ sidepanel })
    await add.click()
    await expect.element(form.getByRole('radio', { name: 'Full screen' })).toBeChecked()
    expect(form.getByRole('radio').elements()).toHaveLength(1)
    expect(chooser.elements()).toEqual([])
    await address.fill('https://beamlog.example/board')
    await save.click()
    await expect.poll(headings).toEqual(['Full screen', 'Side panel'])
    await expect.element(add).toBeDisabled()
    await expect
      .element(add)
      .toHaveAccessibleDescription('The app already has a side panel and a full screen component.')
  },
)

test('variables are inserted into the URL at the caret', { tags: ['CONF-21'] }, async () => {
  render({ fullscreen })
  await add.click()
  const variables = form.getByRole('group', { name: 'Insert a variable' }).getByRole('button')
  await expect
    .poll(() => texts(variables))
    .toEqual([
      '{{procore.company.id}}',
      '{{procore.company.name}}',
      '{{procore.project.id}}',
      '{{procore.project.name}}',
    ])
  await address.fill('https://beamlog.example/?p=')
  await variables.nth(2).click()
  await expect.element(address).toHaveValue('https://beamlog.example/?p={{procore.project.id}}')
  await expect.element(address).toHaveFocus()
  await userEvent.keyboard('&s=')
  await addParameter.click()
  await field(parameter(1), 'Key').fill('site_code')
  await form.getByRole('button', { name: 'Insert {{site_code}}' }).click()
  await expect
    .element(address)
    .toHaveValue('https://beamlog.example/?p={{procore.project.id}}&s={{site_code}}')
  await userEvent.keyboard('{Home}')
  await variables.first().click()
  await expect.element(address).toHaveValue(expect.stringMatching(/^\{\{procore\.company\.id\}\}https:/))
  await userEvent.tab()
  await expect.element(address).toHaveAccessibleDescription(/This URL is invalid/)
})

test(
  'parameters can be added one after the other, changed and removed',
  { tags: ['APP-28', 'CONF-26', 'CONF-27', 'CONF-28', 'CONF-29', 'CONF-30', 'CONF-31'] },
  async () => {
    render({ sidepanel })
    await add.click()
    await address.fill('https://beamlog.example/{{site_code}}')
    await addParameter.click()
    await expect.element(field(parameter(1), 'Name')).toHaveFocus()
    await expect.element(addParameter).toBeDisabled()
    await expect
      .element(addParameter)
      .toHaveAccessibleDescription('Complete the name, key and description of the parameters above first.')
    for (const name of ['Name', 'Key', 'Description']) {
      field(parameter(1), name).element().focus()
      field(parameter(1), name).element().blur()
      await expect.element(field(parameter(1), name)).toHaveAccessibleDescription(/This field is required/)
    }
    await expect.element(save).toHaveAccessibleDescription('Still to complete: Source URL, Parameter 1.')
    await field(parameter(1), 'Name').fill('Site code')
    await field(parameter(1), 'Key').fill('site code')
    field(parameter(1), 'Key').element().blur()
    await expect.element(field(parameter(1), 'Key')).toHaveAccessibleDescription(/Keys start with a letter/)
    await field(parameter(1), 'Key').fill('site_code')
    await field(parameter(1), 'Description').fill('As your ERP names the site')
    await parameter(1).getByRole('switch', { name: 'Required' }).click()
    await addParameter.click()
    await expect.element(field(parameter(2), 'Name')).toHaveFocus()
    await field(parameter(2), 'Name').fill('Region')
    await field(parameter(2), 'Key').fill('site_code')
    field(parameter(2), 'Key').element().blur()
    await expect
      .element(field(parameter(2), 'Key'))
      .toHaveAccessibleDescription(/"site_code" is the key of 2 parameters\./)
    await field(parameter(2), 'Key').fill('region')
    await field(parameter(2), 'Description').fill('EU or US')
    await addParameter.click()
    field(parameter(3), 'Name').element().focus()
    field(parameter(3), 'Name').element().blur()
    await expect.element(field(parameter(3), 'Name')).toHaveAccessibleDescription(/required/)
    await form.getByRole('button', { name: 'Remove parameter 3' }).click()
    await expect.element(parameter(3)).not.toBeInTheDocument()
    await expect.element(addParameter).toHaveFocus()
    await addParameter.click()
    await expect.element(field(parameter(3), 'Name')).not.toHaveAccessibleDescription(/required/)
    await form.getByRole('button', { name: 'Remove parameter 3' }).click()
    await save.click()
    await expect.element(page.getByText('Site code (site_code)')).toBeVisible()
    await expect.element(page.getByText('Region (region, optional)')).toBeVisible()
  },
)

test(
  'a component is edited as stored, keeps its type, and asks before discarding changes',
  { tags: ['CONF-19', 'CONF-41'] },
  async () => {
    const { changes, open } = render({ sidepanel })
    const edit = page.getByRole('button', { name: 'Edit side panel' })
    await edit.click()
    await expect.element(address).toHaveValue(sidepanel.source_url)
    expect(open).toEqual([true])
    expect(form.getByRole('radio').elements()).toHaveLength(1)
    await expect.element(view('Change Events')).toBeChecked()
    await expect.element(count).toHaveTextContent('5 of 35 views chosen')
    await expect.element(field(parameter(1), 'Description')).toHaveValue('Where the drawings are')
    await expect.element(parameter(1).getByRole('switch', { name: 'Required' })).toBeChecked()
    await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')

    await field(parameter(1), 'Name').fill('Drawings')
    await userEvent.keyboard('{Escape}')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(field(parameter(1), 'Name')).toHaveValue('Drawings')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(edit).toHaveFocus()
    expect(open).toEqual([true, false])
    expect(changes).toEqual([])
    await expect.element(page.getByText('Folder (folder)')).toBeVisible()
    await edit.click()
    await expect.element(field(parameter(1), 'Name')).toHaveValue('Folder')
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
  },
)

test('asks before leaving the page discards a component', { tags: ['CONF-41'] }, async () => {
  render({ sidepanel })
  await page.getByRole('button', { name: 'Edit side panel' }).click()
  await field(parameter(1), 'Name').fill('Drawings')
  const link = page.getByRole('link', { name: 'Leave', includeHidden: true })
  ;(link.element() as HTMLElement).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field(parameter(1), 'Name')).toHaveValue('Drawings')
})

test('saving a form keeps fields it does not show', { tags: ['CONF-15', 'CONF-36'] }, async () => {
  const { changes } = render({ sidepanel })
  await page.getByRole('button', { name: 'Edit side panel' }).click()
  await view('Budgeting').click()
  await field(parameter(1), 'Name').fill('Drawings')
  await save.click()
  await expect.element(form).not.toBeInTheDocument()
  const { folder } = sidepanel.user_configuration.schema.properties
  expect(changes.map((change) => change.sidepanel)).toEqual([
    {
      ...sidepanel,
      views: ['budgeting.all', 'change_events.all', 'rfi.detail'],
      user_configuration: {
        schema: {
          type: 'object',
          required: ['folder'],
          properties: { folder: { ...folder, name: 'Drawings' } },
        },
      },
    },
  ])
})

test(
  'either component can be deleted after a confirmation that says what else is removed',
  { tags: ['CONF-19'] },
  async () => {
    render({ fullscreen, sidepanel })
    await page.getByRole('button', { name: 'Delete side panel' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the side panel component?' })
    await expect
      .element(question)
      .toMatchTextContent('no longer has a side panel on 5 views. This also deletes its 1 parameter')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(headings()).toEqual(['Full screen', 'Side panel'])
    await page.getByRole('button', { name: 'Delete side panel' }).click()
    await question.getByRole('button', { name: 'Delete component' }).click()
    await expect.poll(headings).toEqual(['Full screen'])
    await expect.element(page.getByText('The side panel component was deleted.')).toBeInTheDocument()
    await page.getByRole('button', { name: 'Delete full screen' }).click()
    await page.getByRole('button', { name: 'Delete component' }).click()
    await expect.element(page.getByText('No components yet')).toBeVisible()
    await add.click()
    await expect.poll(() => form.getByRole('radio').elements().length).toBe(2)
  },
)

test('users who may not change the app see its components, with a reason', async () => {
  const disabledReason = "Only the app's owner and admins can create versions."
  render({ sidepanel }, { disabledReason })
  await expect.element(add).toBeDisabled()
  await expect.element(add).toHaveAccessibleDescription(disabledReason)
  await expect.element(page.getByRole('button', { name: 'Edit side panel' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Delete side panel' })).toBeDisabled()
})

test('government cloud refuses a side panel, which can only be deleted', async () => {
  render({ sidepanel }, { isGovernmentCloud: true })
  await expect.element(page.getByRole('button', { name: 'Delete side panel' })).toBeEnabled()
  await expect.element(page.getByRole('button', { name: 'Edit side panel' })).toBeDisabled()
})

test(
  'government cloud offers only a full screen component, and one is enough',
  { tags: ['CONF-18'] },
  async () => {
    render({}, { isGovernmentCloud: true })
    await add.click()
    await expect.element(form.getByRole('radio', { name: 'Full screen' })).toBeChecked()
    expect(form.getByRole('radio').elements()).toHaveLength(1)
    await address.fill('https://tower.example.test/board')
    await save.click()
    await expect.element(add).toBeDisabled()
    await expect
      .element(add)
      .toHaveAccessibleDescription(
        "The app already has its full screen component. Side panels aren't available in government cloud.",
      )
  },
)
