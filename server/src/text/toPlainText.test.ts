import { expect, test } from 'vitest'
import { renderMarkdown } from './renderMarkdown.ts'
import { toPlainText } from './toPlainText.ts'

test('the text of a message has at most one empty line in a row', () => {
  expect(toPlainText('<p>One</p><br><br><br><p>Two</p>')).toBe('One\n\nTwo')
})

test.each([
  ['Fix:<ul><li>one</li><li>two</li></ul>Then submit.', 'Fix:\n- one\n- two\n\nThen submit.'],
  ['<b>Fix:</b><ol><li>one<ul><li>its part</li></ul></li></ol>', 'Fix:\n- one\n- its part'],
  ['As you said:<blockquote><p>Soon</p></blockquote>', 'As you said:\nSoon'],
  ['<ul><li><p>one</p></li></ul>', '- one'],
])('the text of %s starts a line where it does', (html, text) => {
  expect(toPlainText(html)).toBe(text)
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
