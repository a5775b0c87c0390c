import { z } from 'zod'

/** Sentences the specification fixes for every form (LVAL-41 to LVAL-43, CONF-51). */
export const fieldMessages = {
  required: 'This field is required',
  email: 'This email is invalid',
  url: 'This URL is invalid',
} as const

/** A row's number in a path or a query, where it arrives as text. */
export const pathId = z.coerce.number<string | number>().int().positive()

/** A number in a body: JSON sends a number, a form sends digits. */
export const bodyId = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().positive())

/** A yes or no: JSON sends a boolean, queries and forms send a word. */
export const flag = z.union([z.boolean(), z.stringbool()])

export const timestamp = z.iso.datetime({ offset: true })

export const requiredText = (max: number) =>
  z
    .string({ error: fieldMessages.required })
    .trim()
    .min(1, fieldMessages.required)
    .max(max, `Character limit exceeded (${max})`)

/** Lower-cased, because an address is the same person however it is typed. */
export const emailAddress = z
  .string({ error: fieldMessages.required })
  .trim()
  .toLowerCase()
  .min(1, fieldMessages.required)
  .max(254, 'Character limit exceeded (254)')
  .pipe(z.email(fieldMessages.email))

/** Optimistic locking: the `updated_at` the form was filled from. */
export const ifUnchangedSince = timestamp.optional()
