import * as contract from '@trestle/domain/listings/contract.ts'
import { categories, productTools, securityStandards, ssoProviders } from '@trestle/domain/listings/lists.ts'
import { regions } from '@trestle/domain/listings/countries.ts'
import { withName } from '@trestle/domain/listings/questionnaire.ts'
import { createAppLoader, loadAppFor } from '../access/authorizedApp.ts'
import { route } from '../http/route.ts'
import { selectAppStorage, toAppStorage } from '../files/storage.ts'
import { deleteUpload } from './deleteUpload.ts'
import { loadEvents, presentListing, presentStorage, loadCurrentListings } from './present.ts'
import { transitionSubmission, requireOnlyTransition } from './review.ts'
import { admitMedia, admitVideo, uploadVideo, uploadMedia } from './upload.ts'
import { updateSubmission, createSubmission } from './save.ts'

const readAppWithStorage = createAppLoader((db, appId) => ({ storage: selectAppStorage(db, appId) }))

export const listingRoutes = [
  route(contract.getListing, {
    access: 'signedIn',
    handle: async ({ actor, services, params }) => {
      const { app } = await loadAppFor(services.db, actor, params.id, 'listing.view')
      return presentListing(app, await loadCurrentListings(services.db, services, app), 'developer')
    },
  }),
  route(contract.listSubmissionEvents, {
    access: 'signedIn',
    handle: async ({ actor, services, params, query }) => {
      const { app } = await loadAppFor(services.db, actor, params.id, 'listing.view')
      return loadEvents(services.db, app.id, 'developer', query)
    },
  }),
  route(contract.createSubmission, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) =>
      createSubmission({ services, actor, audience: 'developer' }, params.id, body),
  }),
  route(contract.updateSubmission, {
    access: 'signedIn',
    handle: ({ actor, services, params, body: { state, ...body } }) => {
      const call = { services, actor, audience: 'developer' } as const
      if (state === undefined) return updateSubmission(call, params.id, body)
      requireOnlyTransition(body)
      return transitionSubmission(call, params.id, { state, if_unchanged_since: body.if_unchanged_since })
    },
  }),
  route(contract.uploadMedia, {
    access: 'signedIn',
    admit: ({ actor, services, params, query, contentLength }) =>
      admitMedia({ services, actor, audience: 'developer' }, params.id, query.type, contentLength),
    handle: ({ actor, services, params, query, files }) =>
      uploadMedia({ services, actor, audience: 'developer' }, params.id, query.type, files.file),
  }),
  route(contract.deleteMedia, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => deleteUpload({ services, actor, audience: 'developer' }, params),
  }),
  route(contract.getStorage, {
    access: 'signedIn',
    handle: async ({ actor, services: { db, settings }, params }) => {
      const { found } = await readAppWithStorage(db, actor, params.id, 'listing.view')
      return presentStorage(toAppStorage(settings, found.storage[0]))
    },
  }),
  route(contract.hostVideo, {
    access: 'signedIn',
    isAbsentInGovernmentCloud: true,
    admit: ({ actor, services, contentLength }) => admitVideo(services, actor, contentLength),
    handle: ({ actor, services, files }) => uploadVideo(services, actor, files.file),
  }),
  route(contract.listCategories, { access: 'public', handle: async () => [...categories] }),
  route(contract.listRegions, {
    access: 'public',
    handle: async () =>
      regions.map((region) => ({
        ...region,
        countries: region.countries.map(withName),
      })),
  }),
  route(contract.listProductTools, { access: 'public', handle: async () => [...productTools] }),
  route(contract.listSecurityStandards, { access: 'public', handle: async () => [...securityStandards] }),
  route(contract.listSsoProviders, {
    access: 'public',
    handle: async () => ssoProviders.map((name) => ({ name })),
  }),
]
