import type { Contact } from '@trestle/domain/apps/contacts/contract.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { ContactRow } from './store.ts'

export const presentContact = ({ id, app_id, name, email, updated_at }: ContactRow): Contact => ({
  id,
  name,
  email,
  links: { edit: pageAddress('adminContact', { id: app_id, contactId: id }) },
  updated_at,
})
