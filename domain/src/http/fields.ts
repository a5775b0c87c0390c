import { z } from 'zod'
import { hasDirectionOverride, isBlank, withoutInvisible } from '../text/characters.ts'
import { directionOverride, fieldMessages, mustBe, tooLong } from './messages.ts'

const wholeNumber = 'Enter a whole number from 1'

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value)

/**
 * Reads a number from a path or a query, where it arrives as text. `Number` would also read "0x1", "1e0", " 1", `true`
 * and a list of one number.
 */
export const fromDigits = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value: string | number) => (typeof value === 'number' || isDigits(value) ? value : Number.NaN),
    schema,
  )

/** A row's id in a path or a query. */
export const pathId = fromDigits(z.coerce.number(wholeNumber).int(wholeNumber).positive(wholeNumber))

/** An id in a body: a number in JSON, digits in a form. */
export const bodyId = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], wholeNumber)
  .pipe(z.number().int(wholeNumber).positive(wholeNumber))

/** A yes or no: a boolean in JSON, text in queries and forms. */
export const flag = z.union([z.boolean(), z.stringbool()], 'Write true or false')

export const timestamp = z.iso.datetime({ offset: true, error: 'Write a time like 2026-01-31T12:00:00Z' })

const dayLike = 'Write a day like 2026-01-31'

/** ISO dates have a year 0; PostgreSQL goes from 1 BC to 1 AD. */
export const day = z.iso.date(dayLike).regex(/^(?!0000)/, dayLike)

/** Returns the errors of a field with one type: a missing value is required, a wrong one must be of that type. */
export const requiredType = (kind: string) => ({
  error: ({ input }: { input?: unknown }): string =>
    input === undefined || input === null ? fieldMessages.required : mustBe(kind),
})

export const requiredString = () => z.string(requiredType('a string'))

// Texts are normalized, because some keyboards and file names have "ü" as two characters.
export const optionalText = (max: number) => z.string().normalize('NFC').trim().max(max, tooLong(max))

export const requiredText = (max: number) =>
  requiredString()
    .normalize('NFC')
    .trim()
    .min(1, fieldMessages.required)
    .max(max, tooLong(max))
    // `min` has already reported an empty text. Aborting there would hide the errors of other fields.
    .refine((text) => text === '' || !isBlank(text), fieldMessages.required)

/** Refuses characters that change the direction of text, which make one name look like another. */
export const inOneDirection = [
  (text: string): boolean => !hasDirectionOverride(text),
  directionOverride,
] as const

const oneLine = 'Write this on one line'

/**
 * Our emails use names in subjects and sentences, where a line break would let a name inject lines. The pattern is
 * in the API description, so it names the control characters in a form that every language understands, unlike
 * `\p{Cc}`. There is no such form for the line and paragraph separators.
 */
const onOneLine = (text: z.ZodString) =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what it refuses
    .regex(/^[^\x00-\x1F\x7F-\x9F]*$/, oneLine)
    .refine((line) => !/[\u2028\u2029]/.test(line), oneLine)
    .refine(...inOneDirection)

export const optionalLine = (max: number) => onOneLine(optionalText(max))

export const requiredLine = (max: number) => onOneLine(requiredText(max))

/** Like `requiredLine`, but keeps leading and trailing spaces, for values that are compared exactly as typed. */
export const exactLine = (max: number) =>
  onOneLine(
    requiredString()
      .min(1, fieldMessages.required)
      .max(max, tooLong(max))
      .refine((text) => text === '' || !isBlank(text), fieldMessages.required),
  )

/**
 * Lowercased, because an address identifies the same person regardless of case. Without the invisible characters that
 * are often pasted with it, which no one could find.
 */
export const emailAddress = requiredString()
  .overwrite(withoutInvisible)
  .trim()
  .toLowerCase()
  .min(1, fieldMessages.required)
  .max(254, tooLong(254))
  .pipe(z.email(fieldMessages.email))

/** Optimistic locking: the `updated_at` that the form was loaded with. */
export const ifUnchangedSince = timestamp.optional()
