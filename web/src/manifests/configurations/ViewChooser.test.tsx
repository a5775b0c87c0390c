import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { ViewChooser } from './ViewChooser.tsx'

const chooser = page.getByRole('group', { name: 'Views' })
const count = chooser.getByRole('status').first()
const view = (name: string) => chooser.getByRole('checkbox', { name, exact: true })
const show = (group: string) => chooser.getByRole('button', { name: `Show the views of ${group}` })

function Example() {
  const [ticked, setTicked] = useState<string[]>([])
  return <ViewChooser ticked={ticked} onChange={setTicked} onLeave={() => undefined} error={null} />
}

const render = () => renderPart(<Example />)

test(
  'has a row for each tool, with groups that are fully, partly or not selected',
  { tags: ['CONF-32', 'CONF-35', 'CONF-36'] },
  async () => {
    render()
    await expect.element(count).toHaveTextContent('0 of 35 views chosen')
    expect(chooser.getByRole('button', { name: /^Show the views of/ }).elements()).toHaveLength(11)
    await show('Commitments').click()
    await expect.element(show('Commitments')).toHaveAttribute('aria-expanded', 'true')
    await show('Purchase orders').click()
    await view('Purchase orders').click()
    await expect.element(view('Purchase order: view')).toBeChecked()
    await expect.element(view('Commitments')).toBePartiallyChecked()
    await expect.element(view('All views')).toBePartiallyChecked()
    await expect.element(count).toHaveTextContent('3 of 35 views chosen')
    await view('Commitments').click()
    await expect.element(view('Commitments')).toBeChecked()
    await expect.element(count).toHaveTextContent('10 of 35 views chosen')
    await view('Purchase order: edit').click()
    await expect.element(view('Purchase orders')).toBePartiallyChecked()
    await view('All views').click()
    await expect.element(count).toHaveTextContent('35 of 35 views chosen')
    await view('All views').click()
    await expect.element(count).toHaveTextContent('0 of 35 views chosen')
  },
)

test('searches tools, names and keys, and selects the matches', { tags: ['CONF-35'] }, async () => {
  render()
  const search = chooser.getByRole('searchbox', { name: 'Search views' })
  await search.fill('work_order')
  await expect.element(count).toHaveTextContent('3 found, 0 of 35 views chosen')
  await expect.element(view('Work order (subcontract): create')).toBeVisible()
  await view('All 3 views found').click()
  await search.fill('weather')
  await expect.element(chooser).toMatchTextContent('No view has "weather" in its tool, name or key.')
  await chooser.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('')
  await expect.element(count).toHaveTextContent('3 of 35 views chosen')
  await expect.element(view('Commitments')).toBePartiallyChecked()
})

test('works with the keyboard alone', { tags: ['CONF-35'] }, async () => {
  render()
  await expect.element(count).toBeVisible()
  chooser.getByRole('searchbox', { name: 'Search views' }).element().focus()
  await userEvent.tab()
  await expect.element(view('All views')).toHaveFocus()
  await userEvent.tab()
  await expect.element(show('Budgeting')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await expect.element(view('Budgeting')).toHaveFocus()
  await userEvent.tab()
  await expect.element(view('Budget details')).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(view('Budget details')).toBeChecked()
  await expect.element(view('Budgeting')).toBePartiallyChecked()
})
