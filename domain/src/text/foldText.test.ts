import { expect, test } from 'vitest'
import { foldText, isUnspaced } from './foldText.ts'
import { foldedTexts } from '../../testing/foldedTexts.ts'

test.each(foldedTexts)('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldText(folded)).toBe(folded)
})

test.each([
  ['工地', true],
  ['ｶﾞ', true],
  ['한국', true],
  ['𠀀', true],
  ['mü', false],
  ['Йо', false],
  ['', false],
])('%j begins with a script without spaces: %s', (text, expected) => {
  expect(isUnspaced(text)).toBe(expected)
})
