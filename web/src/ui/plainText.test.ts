import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import { isPlainText } from './plainText.ts'

const render = (text: string) =>
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text))

const paragraph = (text: string) => renderToStaticMarkup(createElement('p', null, text))

const parts = [
  'a',
  'Word',
  ' ',
  '  ',
  '\n',
  '.',
  ',',
  ':',
  '//',
  '-',
  '1',
  ')',
  '(',
  '"',
  "'",
  '?',
  '/',
  '%',
  '$',
]
const marks = ['*', '_', '`', '#', '[x]', '<b>', '&amp;', '~~', '|', 'www.', 'http', '@', '\\', '!']

test('what counts as plain text is one paragraph for Markdown too', () => {
  const texts = fc.array(fc.constantFrom(...parts, ...marks), { maxLength: 12 }).map((each) => each.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(isPlainText(text))
      expect(render(text)).toBe(paragraph(text))
    }),
    { numRuns: 500, maxSkipsPerRun: 1000 },
  )
})

test.each([
  ['The id of the project.', true],
  ["Company's ids, separated by commas (at most 20)", true],
  ['Use `id`', false],
  ['See http://example.com', false],
  ['See www.example.com', false],
  ['Write to a@example.com', false],
  ['- one', false],
  ['1. one', false],
  ['Two\nlines', false],
  ['A *word*', false],
])('%j: %s', (text, isPlain) => expect(isPlainText(text)).toBe(isPlain))
