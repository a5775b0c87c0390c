import { describe, expect, test } from 'vitest'
import { hasDirectionOverride, isBlank, visibleCharacter } from './characters.ts'

/** Characters that are invisible on a screen. */
const invisible = [
  ['nothing', ''],
  ['spaces', ' \t\n\u00A0\u2003\u3000'],
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['marks of direction', '\u200E\u200F\u061C'],
  ['a combining grapheme joiner', '\u034F'],
  ['Hangul fillers', '\u115F\u1160\u3164\uFFA0'],
  ['a braille blank', '\u2800'],
  ['variation selectors', '\uFE0F\u{E0100}'],
  ['tags', '\u{E0041}'],
  ['a Mongolian vowel separator', '\u180E'],
  ['a musical null notehead', '\u{1D159}'],
  ['an interlinear annotation anchor', '\uFFF9'],
  ['a control character', '\u0007'],
  ['several of them', ' \u200B\u3164\u2800 '],
] as const

describe('a string', { tags: ['LVAL-08'] }, () => {
  test.each(invisible)('consisting of %s is blank', (_what, text) => {
    expect(isBlank(text)).toBe(true)
    expect(new RegExp(visibleCharacter, 'u').test(text)).toBe(false)
  })

  test.each(['a', '.', '\u200Ba', '\u{1F469}\u200D\u{1F680}', '한', '⠁', '❤\uFE0F', 'سلام'])(
    'a string with a visible character is not blank: %j',
    (text) => {
      expect(isBlank(text)).toBe(false)
    },
  )
})

describe('a direction override', () => {
  test.each(['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'includes %j',
    (character) => {
      expect(hasDirectionOverride(`Site ${character}cnyS`)).toBe(true)
    },
  )

  test.each(['Site Sync', 'سلام', 'שלום\u200F!', '\u200E1', ''])(
    '%j does not count as a direction override',
    (text) => {
      expect(hasDirectionOverride(text)).toBe(false)
    },
  )
})
