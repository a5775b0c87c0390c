import { expect, test } from 'vitest'
import { makeExcerpt } from './excerpt.ts'

const text =
  'A refresh token works once. Each refresh hands out a new pair of tokens and ends the old pair, even when the answer is lost on its way to your server, so keep the new pair before you use it and never refresh twice at the same moment.'

test('an excerpt marks every matched word in any case', () => {
  expect(makeExcerpt('Tokens end. Keep the token.', ['token', 'tokens'])).toEqual([
    { text: 'Tokens', isMatch: true },
    { text: ' end. Keep the ', isMatch: false },
    { text: 'token', isMatch: true },
    { text: '.', isMatch: false },
  ])
})

test('cuts a long text between words around the first match', () => {
  const parts = makeExcerpt(text, ['moment'])
  const shown = parts.map((part) => part.text).join('')
  expect(shown).toMatch(/^… \w/)
  expect(shown.endsWith('moment.')).toBe(true)
  expect(parts.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'moment', isMatch: true }])
  expect(text).toContain(shown.slice(2))
})

test('starts at the beginning of the text if only its heading matches', () => {
  const [part] = makeExcerpt(text, ['lifetime'])
  expect(part?.text).toMatch(/^A refresh token works once\..* …$/)
  expect(part?.text.length).toBeLessThan(190)
  expect(makeExcerpt('', [])).toEqual([{ text: '', isMatch: false }])
})

test('escapes regular expression characters in a word', () => {
  expect(makeExcerpt('Use c++ (really).', ['c++'])).toContainEqual({ text: 'c++', isMatch: true })
})
