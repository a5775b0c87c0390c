import { expect, test } from 'vitest'
import { plainText, safeHtml } from './message.ts'

test.each(['https://docs.example.test', 'http://docs.example.test', 'mailto:review@example.test'])(
  'a message can link to %s',
  (href) => {
    const message = `<p>See <a href="${href}">this</a>.</p>`
    expect(safeHtml(message)).toBe(message)
  },
)

test('the text of a message has at most one empty line in a row', () => {
  expect(plainText('<p>One</p><br><br><br><p>Two</p>')).toBe('One\n\nTwo')
})
