import * as contract from '@trestle/domain/drafts/contract.ts'
import { route } from '../http/route.ts'
import { discardDraft, readDraft, saveDraft } from './drafts.ts'

export const draftRoutes = [
  route(contract.getDraft, {
    access: 'signedIn',
    handle: async ({ actor, services, params }) => ({ draft: await readDraft(services, actor, params) }),
  }),
  route(contract.putDraft, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) => saveDraft(services, actor, params, body),
  }),
  route(contract.deleteDraft, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => discardDraft(services, actor, params),
  }),
]
