import type { Scope } from '@trestle/domain/permissions/levels.ts'
import { noPermissions, type Permissions } from '@trestle/domain/permissions/rules.ts'
import { tools } from '@trestle/domain/permissions/tools.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { renderPart } from '../../testing/render.tsx'
import { PermissionBuilder } from './PermissionBuilder.tsx'
import { PermissionBuilderDialog } from './PermissionBuilderDialog.tsx'
import { PermissionBuilderDrawer } from './PermissionBuilderDrawer.tsx'

afterEach(() => page.viewport(1280, 900))

interface ExampleProps {
  initial?: Permissions
  unreadable?: boolean
}

function Example({ initial = noPermissions, unreadable = false }: ExampleProps) {
  const [permissions, setPermissions] = useState(initial)
  return <PermissionBuilder permissions={permissions} unreadable={unreadable} onChange={setPermissions} />
}

const level = (tool: string, name: string) => page.getByRole('radio', { name: `${tool}: ${name}` })

test('counts the tools with access in the tab', async () => {
  renderPart(<Example />)
  await level('Directory', 'Standard').click()
  await expect.element(page.getByRole('tab', { name: 'Company tools (1)' })).toBeVisible()
})

test('does not count tools that a manifest lists at None', { tags: ['PERM-04'] }, async () => {
  renderPart(
    <Example initial={{ company: { directory: 'none', reports: 'admin' }, project: { rfi: 'none' } }} />,
  )
  await expect.element(page.getByRole('tab', { name: 'Company tools (1)', exact: true })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Project tools', exact: true })).toBeVisible()
})

test('warns about a level that grants more than its name says', async () => {
  renderPart(<Example />)
  await level('Directory', 'Admin').click()
  await expect
    .element(level('Directory', 'Admin'))
    .toHaveAccessibleDescription(/^Admin on the company Directory also gives Admin/)
  const warning = page.getByText(/^Admin on the company Directory also gives Admin/).first()
  await expect.element(warning).toBeInTheDocument()
  const announced = page.getByRole('status').filter({ hasText: /^Admin on the company Directory/ })
  await expect.element(announced).toBeInTheDocument()
  // The arrow keys skip the warning.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(level('Documents', 'None')).toHaveFocus()
  await level('Directory', 'Standard').click()
  await expect.element(warning).not.toBeInTheDocument()
})

test('filters the tools by search, and says when none match', async () => {
  renderPart(<Example />)
  const search = page.getByRole('searchbox', { name: 'Search tools' })
  await search.fill('time')
  await expect.element(level('Timecard', 'None')).toBeVisible()
  await expect.element(level('Directory', 'None')).not.toBeInTheDocument()
  await search.fill('zzz')
  await expect.element(page.getByText('No matches for "zzz"')).toBeVisible()
})

test('keeps the search and the order from one scope to the other', { tags: ['PERM-02'] }, async () => {
  renderPart(<Example />)
  const search = page.getByRole('searchbox', { name: 'Search tools' })
  const byTool = page.getByRole('columnheader', { name: 'Tool' })
  await search.fill('d')
  await byTool.getByRole('button').click()
  await page.getByRole('tab', { name: 'Project tools' }).click()
  await expect.element(level('Daily Log', 'None')).toBeVisible()
  await expect.element(level('RFI', 'None')).not.toBeInTheDocument()
  await expect.element(search).toHaveValue('d')
  await expect.element(byTool).toHaveAttribute('aria-sort', 'descending')
  await expect.element(page.getByRole('rowheader').first()).toHaveTextContent('Timecard')
})

test('lists unknown tools first, to remove them', { tags: ['PERM-04'] }, async () => {
  renderPart(<Example initial={{ company: { weather: 'standard', gone: 'none' }, project: {} }} />)
  const weather = page.getByRole('rowheader').first()
  await expect.element(weather).toHaveTextContent('weather')
  await expect.element(level('weather', 'Standard')).toBeChecked()
  await expect
    .element(level('weather', 'Standard'))
    .toHaveAccessibleDescription("This tool doesn't exist. Choose None to remove it.")
  await expect
    .element(page.getByRole('radio', { name: 'weather: Admin (not available for this tool)' }))
    .toBeDisabled()
  await level('weather', 'None').click()
  await expect.element(page.getByRole('tab', { name: 'Company tools', exact: true })).toBeVisible()
  await expect.element(level('weather', 'None')).toHaveFocus()
  await level('weather', 'Standard').click()
  await expect.element(page.getByRole('tab', { name: 'Company tools (1)', exact: true })).toBeVisible()
})

test('announces permissions that could not be read', async () => {
  renderPart(<Example unreadable />)
  await expect.element(page.getByText('Error parsing existing permissions')).toBeVisible()
})

test('left and right choose a level, up and down move between tools', { tags: ['PERM-03'] }, async () => {
  renderPart(<Example />)
  await expect.element(level('Bid Board', 'None')).toBeVisible()
  level('Bid Board', 'None').element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(level('Bid Board', 'Standard')).toBeChecked()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(level('Calendar', 'None')).toHaveFocus()
  await expect.element(level('Calendar', 'None')).toBeChecked()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(level('Bid Board', 'Standard')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(level('Bid Board', 'Read-Only')).toBeChecked()
})

test('levels that a tool does not have are disabled, and the arrow keys skip them', async () => {
  renderPart(<Example />)
  const readOnly = page.getByRole('radio', { name: 'Admin: Read-Only (not available for this tool)' })
  await expect.element(readOnly).toBeDisabled()
  level('Admin', 'None').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(level('Admin', 'Admin')).toBeChecked()
})

test('sorts by tool and by each level', { tags: ['PERM-03', 'PERM-07'] }, async () => {
  renderPart(<Example />)
  const header = (name: string) => page.getByRole('columnheader', { name })
  const firstTool = page.getByRole('rowheader').first()
  await expect.element(firstTool).toHaveTextContent('Account Onboarding')
  await header('Tool').getByRole('button').click()
  await expect.element(header('Tool')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(firstTool).toHaveTextContent('Workflows')
  await level('Planroom', 'Standard').click()
  await header('Standard').getByRole('button').click()
  await expect.element(firstTool).toHaveTextContent('Planroom')
})

/** Every tool at the same level. The names of tools with access are wider. */
const everything = (scope: Scope): Permissions[Scope] =>
  Object.fromEntries(tools[scope].map(({ name }) => [name, 'admin']))

/** Returns whether a line of the element ends within a word. */
function breaksWord(element: Element): boolean {
  const [text] = element.childNodes
  if (!text) return false
  const range = document.createRange()
  return [...(text.textContent ?? '').matchAll(/[^\s-]+/g)].some(({ index, 0: word }) => {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return range.getClientRects().length > 1
  })
}

test('shows whole words and all levels on a screen of 320 pixels', { tags: ['PERM-01'] }, async () => {
  await page.viewport(320, 640)
  renderPart(
    <PermissionBuilderDrawer
      opened
      permissions={{ company: everything('company'), project: everything('project') }}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  )
  for (const name of ['Company tools', 'Project tools']) {
    await page.getByRole('tab', { name, exact: false }).click()
    const grid = page.getByRole('table', { name })
    await expect.element(grid).toBeVisible()
    const words = [
      ...grid.getByRole('rowheader').elements(),
      ...grid.getByRole('columnheader').getByRole('button').elements(),
    ]
    expect(words.filter(breaksWord).map(({ textContent }) => textContent)).toEqual([])
    const { scrollWidth = 0, clientWidth = 0 } = grid.element().parentElement ?? {}
    expect(scrollWidth).toBe(clientWidth)
  }
})

test('asks before the page is left with levels that are not applied', async () => {
  const ignore = () => undefined
  renderPart(
    <PermissionBuilderDialog
      opened
      permissions={noPermissions}
      unreadable={false}
      onApply={ignore}
      onClose={ignore}
    />,
  )
  await level('Directory', 'Standard').click()
  await expect.poll(asksBeforeClosing).toBe(true)
  await level('Directory', 'None').click()
  await expect.poll(asksBeforeClosing).toBe(false)
})
