import { expect, test } from 'vitest'
import { newFolder } from '../folders.ts'
import { startTestServer } from '../server.ts'
import { browse } from './browse.ts'
import { breakout, mark } from './hostile.ts'

const screen = { role: 'visitor', developerId: null, page: 'signIn', address: '/signin' } as const

/** Opens a page with this content, as if something that was stored had become part of it. */
async function open(content: string) {
  const webFolder = await newFolder({
    'index.html': `<html><head><title>T</title>\n</head><body><main>Text</main>${content}</body></html>`,
  })
  return browse(await startTestServer({ webFolder }), [screen])
}

test.each([
  ['a stopped script of an attribute', breakout, 'ran script-src-attr'],
  ['a stopped script', `<script>${mark}</script>`, 'ran script-src-elem'],
  ['an address that is a script', `<a href="javascript:${mark}">x</a>`, 'ran javascript:'],
])('finds %s', async (_name, content, problem) => {
  const { problems } = await open(content)
  expect(problems).toEqual([expect.stringContaining(problem)])
})

test('finds nothing in a page that shows a script as text', async () => {
  const { problems, shown } = await open(breakout.replaceAll('<', '&lt;'))
  expect([problems, [...shown]]).toEqual([[], ['visitor: signIn']])
})
