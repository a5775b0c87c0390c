import * as contract from '@trestle/domain/manifests/contract.ts'
import { snippetsFor, templates } from '@trestle/domain/manifests/templates.ts'
import { route } from '../http/route.ts'
import { checkManifest } from './check.ts'
import { listAppReviews, listAppVersions, getVersion } from './list.ts'
import { promote } from './promote.ts'
import { review } from './review.ts'
import { saveVersion } from './saveVersion.ts'

export const manifestRoutes = [
  route(contract.listManifests, {
    access: 'signedIn',
    handle: ({ actor, services, query }) => listAppVersions(services, actor, query),
  }),
  route(contract.showManifest, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => getVersion(services, actor, params.id),
  }),
  route(contract.createManifest, {
    access: 'signedIn',
    handle: async ({ actor, services, body, bodyText }) => ({
      manifest: await saveVersion(services, actor, { ...body, bodyText }),
    }),
  }),
  route(contract.promoteVersion, {
    access: 'signedIn',
    isAbsentInGovernmentCloud: true,
    handle: async ({ actor, services, body }) => {
      const manifest = await promote(services, actor, body)
      return { changelog: manifest.changelog ?? '', manifest }
    },
  }),
  route(contract.reviewVersion, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) => review(services, actor, params.id, body),
  }),
  route(contract.listReviews, {
    access: 'signedIn',
    handle: ({ actor, services, params, query }) => listAppReviews(services, actor, params.id, query),
  }),
  route(contract.validateManifestContent, {
    access: 'signedIn',
    handle: async ({ actor, services, query, body, bodyText }) => {
      const { content } = body.manifest
      const draft = {
        content,
        bodyText,
        allowEmpty: body.allow_empty_save,
        environment: query.environment_type,
      }
      return { data: { errors: await checkManifest(services, actor, query.developer_app_id, draft) } }
    },
  }),
  route(contract.listTemplates, { access: 'signedIn', handle: async () => templates }),
  route(contract.listSnippets, {
    access: 'signedIn',
    handle: async ({ services, params, query }) =>
      snippetsFor(params.version, {
        hasExistingManifest: query.has_existing_manifest ?? false,
        isGovernmentCloud: services.settings.GOV_CLOUD,
      }),
  }),
]
