/**
 * A character that shows on a screen, as the source of a regular expression with the flag `u`.
 *
 * Not among the default-ignorable ones, though nothing shows: the braille blank and the musical null notehead.
 */
export const visibleCharacter =
  '[^\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1D159}]'

/** A text without characters that change the direction of what follows, and so what a reader takes it for. */
export const withoutDirectionOverrides = '^[^\\u202A-\\u202E\\u2066-\\u2069]*$'

const visible = new RegExp(visibleCharacter, 'u')
const directed = new RegExp(withoutDirectionOverrides, 'u')

/** Whether nothing of a text shows: it is empty, or made of spaces and invisible characters. */
export const isBlank = (text: string): boolean => !visible.test(text)

export const hasDirectionOverride = (text: string): boolean => !directed.test(text)
