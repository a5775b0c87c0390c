import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const races = /\b(?:race|raceInOrder)(?:<[^;]*?>)?\(/g
const testStart = /^ *test[.(]/gm

/** Returns the tests in a file that call `race` themselves but don't run twenty times in `npm run test:long`. */
function listUnrepeated(text: string): string[] {
  const starts = [...text.matchAll(testStart)].map(({ index }) => index)
  return [...text.matchAll(races)].flatMap(({ index }) => {
    const start = starts.findLast((at) => at < index)
    // A helper before the first test.
    if (start === undefined) return []
    const beginning = text.slice(start, index)
    const isHelper = /^\}\)?$/m.test(beginning)
    return isHelper || beginning.includes('repeated') ? [] : [beginning.trim().slice(0, 80)]
  })
}

test('every test with a race is repeated in the long run', () => {
  const files = globSync('server/src/**/*.test.ts')
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  expect(texts.filter((text) => text.match(races)).length).toBeGreaterThan(25)
  expect(texts.flatMap(listUnrepeated)).toEqual([])
})

test('recognizes a race in a test', () => {
  const call = 'race(server, hold, [save, save])'
  expect(listUnrepeated(`test('one of two', async () => {\n  await ${call}\n})`)).toHaveLength(1)
  expect(listUnrepeated(`test('one of two', repeated, async () => {\n  await ${call}\n})`)).toEqual([])
  expect(listUnrepeated(`const both = () => ${call}\ntest('one of two', async () => {})`)).toEqual([])
})
