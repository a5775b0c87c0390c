import * as contract from '@trestle/domain/apps/contacts/contract.ts'
import { route } from '../../http/route.ts'
import { addContact, editContact, removeContact } from './change.ts'

export const adminContactRoutes = [
  route(contract.createContact, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) => addContact(services, actor, { appId: params.id, ...body }),
  }),
  route(contract.updateContact, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) => editContact(services, actor, params, body),
  }),
  route(contract.deleteContact, {
    access: 'platformAdmin',
    handle: ({ actor, services, params }) => removeContact(services, actor, params),
  }),
]
