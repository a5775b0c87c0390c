import { expect, test } from 'vitest'
import { safeHtml } from './message.ts'

test.each(['https://docs.example.test', 'http://docs.example.test', 'mailto:review@example.test'])(
  'a message can link to %s',
  (href) => {
    const message = `<p>See <a href="${href}">this</a>.</p>`
    expect(safeHtml(message)).toBe(message)
  },
)
