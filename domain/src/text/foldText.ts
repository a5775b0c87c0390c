const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ı: 'i',
}

/** Returns a lowercase text without accents, for searching. `fold_text` in the database does the same. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/[ßæœþøłđðħŋŧı]/g, (letter) => letters[letter] ?? letter)

const unspaced = /^[\u3005-\u3007\u3041-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u

/** Returns whether a text begins with Chinese, Japanese or Korean, whose words are short and often not separated by spaces. */
export const isUnspaced = (text: string): boolean => unspaced.test(foldText(text))
