import { Checkbox, MultiSelect, Radio, SegmentedControl, Select, Switch } from '@mantine/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emulateForcedColors } from '../../testing/emulation.ts'
import { renderPart } from '../../testing/render.tsx'
import classes from './FoldingList.module.css'

beforeEach(() => emulateForcedColors('active'))
afterEach(() => emulateForcedColors('none'))

const styleOf = (selector: string, index = 0): CSSStyleDeclaration => {
  const element = document.querySelectorAll(selector)[index]
  if (!element) throw new Error(`nothing matches ${selector}`)
  return getComputedStyle(element)
}

test('checks, chosen radios and switches are visible in forced colors', async () => {
  renderPart(
    <>
      <Checkbox label="Checked" checked readOnly />
      <Radio label="Chosen" checked readOnly />
      <Switch label="Off" checked={false} readOnly />
      <Switch label="On" checked readOnly />
    </>,
  )
  await expect.element(page.getByLabelText('Checked')).toBeChecked()
  expect(matchMedia('(forced-colors: active)').matches).toBe(true)
  expect(styleOf('.mantine-Checkbox-icon').color).not.toBe(styleOf('.mantine-Checkbox-input').backgroundColor)
  expect(styleOf('.mantine-Radio-icon').color).not.toBe(styleOf('.mantine-Radio-radio').backgroundColor)
  for (const index of [0, 1]) {
    const track = styleOf('.mantine-Switch-track', index)
    expect(track.borderTopWidth).toBe('1px')
    expect(styleOf('.mantine-Switch-thumb', index).backgroundColor).not.toBe(track.backgroundColor)
  }
})

test('the chosen segment is framed in forced colors', async () => {
  renderPart(<SegmentedControl data={['Draft', 'Published']} value="Published" />)
  await expect.element(page.getByRole('radio', { name: 'Published' })).toBeChecked()
  await expect.poll(() => styleOf('.mantine-SegmentedControl-indicator').borderTopStyle).toBe('solid')
})

test('the current entry of a navigation is marked in forced colors', async () => {
  renderPart(
    <nav className={classes['list']}>
      <ul>
        <li>
          <a href="/a" aria-current="page">
            Current
          </a>
        </li>
        <li>
          <a href="/b">Other</a>
        </li>
      </ul>
    </nav>,
  )
  await expect.element(page.getByRole('link', { name: 'Other' })).toBeVisible()
  const [current, other] = [styleOf('nav a', 0), styleOf('nav a', 1)]
  expect(current.borderLeftColor).not.toBe(other.borderLeftColor)
  expect([current.textDecorationLine, other.textDecorationLine]).toEqual(['underline', 'none'])
})

test.each([
  ['select', Select],
  ['multiple select', MultiSelect],
])('the highlighted option of a %s is framed in forced colors', async (_kind, Picker) => {
  renderPart(<Picker label="Part" data={['First', 'Second']} />)
  const picker = page.getByRole('combobox', { name: 'Part' })
  await expect.element(picker).toBeVisible()
  picker.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'First' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => styleOf('[data-combobox-selected]').outlineStyle).toBe('solid')
})
