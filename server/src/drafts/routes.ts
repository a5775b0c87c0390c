import * as contract from '@trestle/domain/drafts/contract.ts'
import { route, type Route } from '../http/route.ts'
import { discardDraft, readDraft, saveDraft, type DraftSubjects } from './drafts.ts'

export const draftRoutes = (subjects: DraftSubjects): Route[] => [
  route(contract.getDraft, {
    access: 'signedIn',
    handle: async ({ actor, services, params: key }) => ({
      draft: await readDraft(services, { actor, key, subjects }),
    }),
  }),
  route(contract.putDraft, {
    access: 'signedIn',
    handle: ({ actor, services, params: key, body }) => saveDraft(services, { actor, key, subjects }, body),
  }),
  route(contract.deleteDraft, {
    access: 'signedIn',
    handle: ({ actor, services, params: key }) => discardDraft(services, { actor, key, subjects }),
  }),
]
