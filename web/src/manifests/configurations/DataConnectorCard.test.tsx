import { authCodeCapable, configuredContent } from '@trestle/domain/manifests/document/content.ts'
import type { ConfiguredContent, ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { board } from '../../../testing/manifests.tsx'
import { renderPart } from '../../../testing/render.tsx'
import { texts } from '../../../testing/texts.ts'
import { PermissionBuilderDrawer } from '../../permissions/PermissionBuilderDrawer.tsx'
import { DataConnectorCard } from './DataConnectorCard.tsx'

const signedIn = { ...board, oauth: { enabled: true } }
const account = {
  ...signedIn,
  permissions: { company: { directory: 'readonly' }, project: { rfi: 'standard' } },
}

interface Options {
  locked?: boolean
  hasBuilder?: boolean
  confidential?: boolean
  disabledReason?: string
}

interface Change {
  next: ConfiguredContent
  allowEmptySave: boolean
}

/** Renders the card of this manifest and returns what it reports. */
function render(content: ManifestContent, options: Options = {}) {
  const { locked = false, hasBuilder = true, confidential = true, disabledReason = null } = options
  const changes: Change[] = []
  const open: boolean[] = []
  function Example() {
    const [configured, setConfigured] = useState(configuredContent(content))
    return (
      <DataConnectorCard
        configured={configured}
        onChange={(next, { allowEmptySave }) => {
          changes.push({ next, allowEmptySave })
          setConfigured(next)
        }}
        disabledReason={disabledReason}
        locked={locked}
        confidential={confidential}
        capable={authCodeCapable(content)}
        onEditing={(isOpen) => open.push(isOpen)}
        permissionDrawer={hasBuilder ? PermissionBuilderDrawer : null}
      />
    )
  }
  renderPart(<Example />)
  return { changes, open }
}

const userLevel = page.getByRole('checkbox', { name: 'User-level authentication' })
const serviceAccount = page.getByRole('checkbox', { name: 'Service account' })
const builder = page.getByRole('dialog', { name: 'Permission builder' })
const cell = (name: string) => builder.getByRole('radio', { name, exact: true })
const apply = builder.getByRole('button', { name: 'Apply permissions' })
const edit = page.getByRole('button', { name: 'Edit permissions' })
const chosen = page.getByRole('table', { name: 'Service account tools' })
const chosenTools = () => texts(chosen.getByRole('rowheader'))

test(
  'ticking the service account opens the grid in a drawer 804 px wide, and requires a permission',
  { tags: ['APP-28', 'CONST-07', 'PERM-01', 'PERM-02', 'PERM-03', 'PERM-09', 'PERM-12'] },
  async () => {
    const { changes, open } = render(board)
    await expect.element(userLevel).not.toBeChecked()
    await serviceAccount.click()
    await expect.poll(() => builder.element().getBoundingClientRect().width).toBe(804)
    expect(open).toEqual([true])
    await expect.poll(() => texts(builder.getByRole('tab'))).toEqual(['Company tools', 'Project tools'])
    await expect.element(apply).toBeDisabled()
    await expect
      .element(apply)
      .toHaveAccessibleDescription('A service account needs at least one tool with a level above None.')
    await builder.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(builder).not.toBeInTheDocument()
    expect(open).toEqual([true, false])
    expect(changes).toEqual([])
    await expect.element(serviceAccount).not.toBeChecked()

    await serviceAccount.click()
    await cell('Reports: Read-Only').click()
    await builder.getByRole('tab', { name: 'Project tools' }).click()
    await cell('Daily Log: Admin').click()
    await expect.element(builder).toMatchTextContent('2 tools with access')
    await expect
      .element(builder)
      .toMatchTextContent('1 tool has the Admin level. Reviewers expect the lowest level')
    await apply.click()
    await expect.element(builder).not.toBeInTheDocument()
    await expect.element(serviceAccount).toBeChecked()
    await expect.element(serviceAccount).toHaveFocus()
    await expect.element(userLevel).toBeChecked()
    await expect.element(userLevel).toBeDisabled()
    await expect.element(userLevel).toHaveAccessibleDescription(/Required by the service account\./)
    await expect
      .poll(() => texts(chosen.getByRole('row')))
      .toEqual(['ToolWhereLevel', 'ReportsCompanyRead-Only', 'Daily LogProjectAdmin'])

    await serviceAccount.click()
    await expect.element(chosen).not.toBeInTheDocument()
    await serviceAccount.click()
    await expect.element(cell('Reports: Read-Only')).toBeChecked()
  },
)

test(
  'the permissions can be edited, with warnings, searched and discarded',
  { tags: ['PERM-03', 'PERM-04', 'PERM-07'] },
  async () => {
    const { changes } = render(account)
    await edit.click()
    await expect.element(cell('Directory: Read-Only')).toBeChecked()
    await expect.element(cell('Permissions: Read-Only (not available for this tool)')).toBeDisabled()
    // The drawer takes the focus once it is open.
    await expect.poll(() => builder.element().contains(document.activeElement)).toBe(true)
    cell('Directory: Read-Only').element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(cell('Directory: Standard')).toBeChecked()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(cell('Directory: Admin')).toBeChecked()
    await expect
      .element(cell('Directory: Admin'))
      .toHaveAccessibleDescription(
        'Admin on the company Directory also gives Admin on every other company and project tool except Permissions.',
      )
    await userEvent.keyboard('{Escape}')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await apply.click()
    await expect.element(chosen).toMatchTextContent('Admin on the company Directory also gives Admin')
    await expect.element(edit).toHaveFocus()
    expect(changes.map(({ next }) => next.permissions)).toEqual([
      { company: { directory: 'admin' }, project: { rfi: 'standard' } },
    ])
    await edit.click()
    await cell('Directory: None').click()
    await builder.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(builder).not.toBeInTheDocument()
    expect(chosenTools()).toEqual(['Directory', 'RFIs'])
  },
)

test(
  'restoring a removed service account restores its permissions; user-level authentication stays',
  { tags: ['PERM-09', 'PERM-12'] },
  async () => {
    render(account)
    await serviceAccount.click()
    await expect.element(chosen).not.toBeInTheDocument()
    await expect.element(userLevel).toBeChecked()
    await expect.element(userLevel).toBeEnabled()
    await serviceAccount.click()
    await expect.element(cell('Directory: Read-Only')).toBeChecked()
    await apply.click()
    await expect.poll(chosenTools).toEqual(['Directory', 'RFIs'])
  },
)

test(
  'turning off user-level authentication without a service account asks first',
  { tags: ['PERM-10'] },
  async () => {
    const { changes } = render(signedIn)
    await userLevel.click()
    const question = page.getByRole('dialog', { name: 'Turn off user-level authentication?' })
    await expect.element(question).toMatchTextContent('the next version has no data connector')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(userLevel).toBeChecked()
    await userLevel.click()
    await question.getByRole('button', { name: 'Turn off' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(userLevel).not.toBeChecked()
    await expect.element(userLevel).toHaveFocus()
    await userLevel.click()
    await expect.element(userLevel).toBeChecked()
    expect(question.elements()).toEqual([])
    expect(changes.map(({ allowEmptySave }) => allowEmptySave)).toEqual([false, false])
  },
)

test(
  'turning off the data connector as the last part may save an empty manifest',
  { tags: ['CONF-45', 'CONF-46'] },
  async () => {
    const { changes } = render({ schema_version: '4.1', oauth: { enabled: true } })
    await userLevel.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect.element(userLevel).not.toBeChecked()
    expect(changes).toMatchObject([{ next: { oauth: { enabled: false } }, allowEmptySave: true }])
  },
)

test('once promoted, user-level authentication stays on and says why', { tags: ['PERM-11'] }, async () => {
  render(signedIn, { locked: true })
  await expect.element(userLevel).toBeChecked()
  await expect.element(userLevel).toBeDisabled()
  await expect
    .element(userLevel)
    .toHaveAccessibleDescription(
      /You can't turn this off\. A version that uses it is in production, and companies may rely on it\./,
    )
  await expect.element(serviceAccount).toBeEnabled()
})

test(
  'a manifest without support for user-level authentication has no service account either',
  { tags: ['PERM-13'] },
  async () => {
    render({
      schema_version: '3',
      components: { iframe: { instances: [{ name: 'Board', iframe_src: 'https://beamlog.example' }] } },
    })
    for (const box of [userLevel, serviceAccount]) {
      await expect.element(box).not.toBeChecked()
      await expect.element(box).toBeDisabled()
      await expect
        .element(box)
        .toHaveAccessibleDescription(/uses schema version 3 and has no data connector\./)
    }
  },
)

test('a card that can only be read says why and has no enabled control', { tags: ['ROLE-06'] }, async () => {
  render(account, { disabledReason: 'Only owners and admins can change this.' })
  await expect.element(page.getByText('Only owners and admins can change this.')).toBeVisible()
  for (const control of [userLevel, serviceAccount, edit]) await expect.element(control).toBeDisabled()
  await expect.poll(chosenTools).toEqual(['Directory', 'RFIs'])
})

test('a link leads to the guide to service accounts', { tags: ['PERM-14'] }, async () => {
  render(board)
  await expect
    .element(page.getByRole('link', { name: /^About service accounts/ }))
    .toHaveAttribute('href', '/documentation/developer-managed-service-accounts')
})

test(
  'without the permission builder the tools are shown here, and changed as JSON',
  { tags: ['PERM-15'] },
  async () => {
    render(account, { hasBuilder: false })
    await expect.element(serviceAccount).toBeChecked()
    await expect.element(serviceAccount).toBeDisabled()
    await expect
      .element(serviceAccount)
      .toHaveAccessibleDescription(/permission builder is turned off\..* as JSON/)
    await expect.poll(chosenTools).toEqual(['Directory', 'RFIs'])
    expect(edit.elements()).toEqual([])
  },
)

test('a public app cannot get a service account, which would never work', async () => {
  const reason = /This app is public and can't keep a client secret, so a service account doesn't work\./
  render(signedIn, { confidential: false })
  await expect.element(serviceAccount).toBeDisabled()
  await expect.element(serviceAccount).toHaveAccessibleDescription(reason)
})

test('a public app says that its service account does not work, and can remove it', async () => {
  const { changes } = render(account, { confidential: false })
  await expect.element(serviceAccount).toBeEnabled()
  await expect
    .element(serviceAccount)
    .toHaveAccessibleDescription(/can't keep a client secret, so a service account doesn't work\./)
  await serviceAccount.click()
  expect(changes.map(({ next }) => next.permissions)).toEqual([{ company: {}, project: {} }])
  await expect.element(serviceAccount).toBeDisabled()
})
