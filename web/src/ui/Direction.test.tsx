import { Textarea, TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Markdown } from './Markdown.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Table } from './Table.tsx'

const name = 'مدير!'

/** The box of the first text from its character at `start` to before that at `end`. */
function boxOfText(element: Element, start?: number, end?: number): DOMRect {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  if (!text) throw new Error('There is no text.')
  const range = document.createRange()
  range.selectNodeContents(text)
  if (start !== undefined) range.setStart(text, start)
  if (end !== undefined) range.setEnd(text, end)
  return range.getBoundingClientRect()
}

/** The last character of a right-to-left text is at its left. */
function endsAtLeft(element: Element): boolean {
  const length = element.textContent.length
  return boxOfText(element, length - 1).left < boxOfText(element, 0, 1).left
}

const gapAtRight = (element: Element) => element.getBoundingClientRect().right - boxOfText(element).right

test.each(['مدير!', 'שלום (v2)'])('the name %s keeps its order in a heading and a table', async (title) => {
  renderPart(
    <>
      <PageHeader title={title} crumbs={[{ label: title, href: '/' }]} />
      <Table
        label="Apps"
        rows={[title]}
        rowKey={(row) => row}
        columns={[
          { key: 'name', label: 'Name', cell: (row) => row },
          { key: 'link', label: 'Link', cell: (row) => <a href="/">{row}</a> },
        ]}
        empty={null}
      />
    </>,
  )
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  const shown = [heading, page.getByRole('cell').first(), ...page.getByRole('link').all()]
  expect(shown.map((locator) => endsAtLeft(locator.element()))).toEqual([true, true, true, true])
})

test('a name stays at the left of its cell, and free text begins where its first letter says', async () => {
  renderPart(
    <>
      <Table
        label="Apps"
        rows={[name]}
        rowKey={(row) => row}
        columns={[{ key: 'name', label: 'Name', cell: (row) => <div>{row}</div> }]}
        empty={null}
      />
      <Markdown text={`${name}\n\n- ${name}\n\nLatin text`} />
    </>,
  )
  const item = page.getByRole('listitem')
  await expect.element(item).toBeVisible()
  expect(gapAtRight(page.getByRole('cell').element())).toBeGreaterThan(100)
  const paragraphs = [...document.querySelectorAll('p')]
  expect(paragraphs.map((paragraph) => gapAtRight(paragraph) < 1)).toEqual([true, false])
  expect(gapAtRight(item.element())).toBeLessThan(1)
  expect(getComputedStyle(item.element()).direction, 'the bullet is at the right').toBe('rtl')
})

test('an input begins where the first letter says', async () => {
  renderPart(
    <>
      <TextInput label="Name" defaultValue={name} />
      <Textarea label="Notes" defaultValue={name} />
    </>,
  )
  for (const label of ['Name', 'Notes']) {
    await expect.element(page.getByLabelText(label)).toBeVisible()
    const style = getComputedStyle(page.getByLabelText(label).element())
    expect([style.unicodeBidi, style.textAlign]).toEqual(['plaintext', 'start'])
  }
})
