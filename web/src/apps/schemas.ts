/** The schemas of an app's forms, in a separate module because they load after the page. */
import { contactFields } from '@trestle/domain/apps/contacts/contract.ts'
import { maxAppName } from '@trestle/domain/apps/contract.ts'
import { optionalLine, requiredLine } from '@trestle/domain/http/fields.ts'
import { z } from 'zod'
import { redirectSchema } from '../shared/redirectSchema.ts'

const name = requiredLine(maxAppName)
const names = z.object({ name, internal_name: name })

/** Doesn't validate fields that aren't on the page (SET-15 to SET-17). */
export const settingsSchema = (showsCredentials: boolean) =>
  showsCredentials ? names.extend(redirectSchema.shape) : names

/** Staff don't have to name an app that has no public name yet. */
export const adminAppSchema = ({ name: stored }: { name: string }) =>
  redirectSchema.extend({
    internal_name: name,
    name: stored === '' ? optionalLine(maxAppName) : name,
    external_owner_id: z
      .string()
      .trim()
      .regex(/^(?:[1-9]\d{0,15})?$/, 'Enter a whole number from 1, or nothing'),
  })

export const contactSchema = z.object(contactFields)
