import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { emailAddress, ifUnchangedSince, pathId, requiredLine, timestamp } from '../../http/fields.ts'
import * as calls from './calls.ts'

const maxContactName = 100
export const maxContacts = 50

/** A contact that staff write to about an app. Contacts cannot sign in (SET-10). */
export const Contact = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  links: z.object({ edit: z.string() }),
  updated_at: timestamp,
})
export type Contact = z.infer<typeof Contact>

/** The fields of a contact, shared with the form. */
export const contactFields = { name: requiredLine(maxContactName), email: emailAddress }

const oneContact = z.strictObject({ id: pathId, contact_id: pathId })

export const createContact = endpoint({
  ...calls.createContact,
  summary: 'Create an integration request contact for an app',
  params: z.strictObject({ id: pathId }),
  body: z.strictObject(contactFields),
  reply: Contact,
  success: 201,
})

export const updateContact = endpoint({
  ...calls.updateContact,
  summary: 'Update a contact of an app',
  params: oneContact,
  body: z.strictObject({
    name: contactFields.name.optional(),
    email: contactFields.email.optional(),
    if_unchanged_since: ifUnchangedSince,
  }),
  reply: Contact,
})

export const deleteContact = endpoint({
  ...calls.deleteContact,
  summary: 'Delete a contact of an app',
  params: oneContact,
  success: 204,
})
