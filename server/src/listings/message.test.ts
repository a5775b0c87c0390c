import { expect, test } from 'vitest'
import { safeHtml } from './message.ts'

test.each(['https://docs.example.test', 'http://docs.example.test', 'mailto:review@example.test'])(
  'a message can link to %s',
  (href) => {
    const message = `<p>See <a href="${href}">this</a>.</p>`
    expect(safeHtml(message)).toBe(message)
  },
)

test.each([
  ['The logo is blurred.', 'The logo is blurred.'],
  ['Blurred:\nthe logo\r\nthe icon', '<p>Blurred:<br />the logo<br />the icon</p>'],
  ['The logo is blurred.\n \nThe icon too.', '<p>The logo is blurred.</p>\n<p>The icon too.</p>'],
  ['<p>The logo\nis blurred.</p>', '<p>The logo\nis blurred.</p>'],
])('the message %j becomes %j', (message, html) => {
  expect(safeHtml(message)).toBe(html)
})
