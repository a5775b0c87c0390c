import { expect, test } from 'vitest'
import { ratePassword, type EstimatePassword, type PasswordEstimate } from './passwords.ts'

const ada = {
  email: 'ada.byron@engines.test',
  first_name: 'Ada',
  last_name: 'Lovelace',
  company_name: 'Steam & Co',
  platform_name: 'Trestle',
}

const saying =
  (estimate: Partial<PasswordEstimate>): EstimatePassword =>
  () => ({ score: 4, warning: null, suggestions: [], ...estimate })

test.each([
  [0, false],
  [1, false],
  [2, false],
  [3, true],
  [4, true],
])('accepts a password with the score %i: %s', { tags: ['ACC-06'] }, (score, isStrong) => {
  expect(ratePassword(saying({ score }), 'harbor', ada).problem === null).toBe(isStrong)
})

test('passes words about the owner to the estimator, except the shortest', { tags: ['ACC-06'] }, () => {
  const words: string[][] = []
  const listening: EstimatePassword = (_password, own) => {
    words.push(own)
    return { score: 0, warning: null, suggestions: [] }
  }
  ratePassword(listening, 'harbor', ada)
  expect(words[0]?.toSorted()).toEqual(
    ['ada', 'ada.byron', 'byron', 'engines', 'lovelace', 'steam', 'test', 'trestle'].toSorted(),
  )
})

test('rates the rest of the password without these words as well', { tags: ['ACC-06'] }, () => {
  const seen: string[] = []
  const short: EstimatePassword = (password) => {
    seen.push(password)
    return { score: password.length > 8 ? 4 : 1, warning: null, suggestions: [] }
  }
  expect(ratePassword(short, 'Ada.Byron + LOVELACE 1815', ada)).toMatchObject({ score: 1 })
  expect(seen).toEqual(['Ada.Byron + LOVELACE 1815', '1815'])
})

test.each([
  ['topTen', [], 'it is one of the most common passwords.'],
  ['keyPattern', [], 'it follows a short pattern of keys.'],
  [null, [], 'it is predictable.'],
  ['something new', ['something new'], 'it is predictable.'],
])('explains the warning %s', { tags: ['ACC-06'] }, (warning, suggestions, explanation) => {
  const { problem } = ratePassword(saying({ score: 1, warning, suggestions }), 'harbor', ada)
  expect(problem).toBe(
    `Password is too easy to guess: ${explanation} Add a few words that don't belong together.`,
  )
})
