import * as contract from '@trestle/domain/listings/contract.ts'
import { loadAdminApp } from '../access/authorizedApp.ts'
import { route } from '../http/route.ts'
import { findAppStorage } from '../files/storage.ts'
import { deleteUpload } from './deleteUpload.ts'
import { loadEvents, presentStorage } from './present.ts'
import { transitionSubmission, requireOnlyTransition, requireNoDecision } from './review.ts'
import { admitMedia, uploadMedia } from './upload.ts'
import { updateSubmission, createSubmission } from './save.ts'

export const adminListingRoutes = [
  route(contract.createAdminSubmission, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) =>
      createSubmission({ services, actor, audience: 'staff' }, params.id, body),
  }),
  route(contract.updateAdminSubmission, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body: { state, admin_message, silent, confirmed, ...body } }) => {
      const call = { services, actor, audience: 'staff' } as const
      if (state === undefined) {
        requireNoDecision({ admin_message, silent, confirmed })
        return updateSubmission(call, params.id, body)
      }
      requireOnlyTransition(body)
      const { if_unchanged_since } = body
      return transitionSubmission(call, params.id, {
        state,
        admin_message,
        silent,
        confirmed,
        if_unchanged_since,
      })
    },
  }),
  route(contract.uploadAdminMedia, {
    access: 'platformAdmin',
    admit: ({ actor, services, params, query, contentLength }) =>
      admitMedia({ services, actor, audience: 'staff' }, params.id, query.type, contentLength),
    handle: ({ actor, services, params, query, files }) =>
      uploadMedia({ services, actor, audience: 'staff' }, params.id, query.type, files.file),
  }),
  route(contract.deleteAdminMedia, {
    access: 'platformAdmin',
    handle: ({ actor, services, params }) => deleteUpload({ services, actor, audience: 'staff' }, params),
  }),
  route(contract.getAdminStorage, {
    access: 'platformAdmin',
    handle: async ({ actor, services, params }) => {
      const app = await loadAdminApp(services.db, actor, params.id)
      return presentStorage(await findAppStorage(services, app.id))
    },
  }),
  route(contract.listAdminSubmissionEvents, {
    access: 'platformAdmin',
    handle: async ({ actor, services, params, query }) => {
      const app = await loadAdminApp(services.db, actor, params.id)
      return loadEvents(services.db, app.id, 'staff', query)
    },
  }),
]
