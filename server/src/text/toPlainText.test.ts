import { expect, test } from 'vitest'
import { renderMarkdown } from './renderMarkdown.ts'
import { toPlainText } from './toPlainText.ts'

test('the text of a message has at most one empty line in a row', () => {
  expect(toPlainText('<p>One</p><br><br><br><p>Two</p>')).toBe('One\n\nTwo')
})

test('the text of an announcement keeps its lines and the addresses of its links, without markdown', () => {
  const markdown = [
    '**All** regions are *slow*:',
    '',
    '- [status](https://status.example.com/?a=1&b=2)',
    '- [what to do](/documentation/troubleshooting).',
    '- https://example.com and `[a](/b)`',
  ]
  expect(toPlainText(renderMarkdown(markdown.join('\n'), 'https://portal.example')).split(/\n+/)).toEqual([
    'All regions are slow:',
    '- status (https://status.example.com/?a=1&b=2)',
    '- what to do (https://portal.example/documentation/troubleshooting).',
    '- https://example.com and [a](/b)',
  ])
})
