/**
 * A visible character, as the source of a regular expression with the flag `u`.
 *
 * The braille blank and the musical null notehead are excluded explicitly: they are invisible, but Unicode does not
 * list them as default-ignorable.
 */
export const visibleCharacter =
  '[^\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1D159}]'

/**
 * Matches a string without characters that change the direction of the text after them, which could make one name look
 * like another.
 */
export const withoutDirectionOverrides = '^[^\\u202A-\\u202E\\u2066-\\u2069]*$'

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Removes the invisible characters that are often copied with a text from a document or a message. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '')

const visible = new RegExp(visibleCharacter, 'u')
const directed = new RegExp(withoutDirectionOverrides, 'u')

/** Returns whether a string is empty or has only spaces and invisible characters. */
export const isBlank = (text: string): boolean => !visible.test(text)

export const hasDirectionOverride = (text: string): boolean => !directed.test(text)
