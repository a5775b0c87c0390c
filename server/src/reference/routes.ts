import * as contract from '@trestle/domain/reference/contract.ts'
import { matchingEntries, readableEntries } from '@trestle/domain/reference/changelog.ts'
import { readsEverything, withChangelog } from '@trestle/domain/reference/rules.ts'
import { orNotFound, refusalError } from '../errors.ts'
import { route } from '../http/route.ts'
import { toPage } from '../lists/toPage.ts'
import { toPaged } from '../lists/toPaged.ts'
import { branchFor, branchOrNothing, findGroup } from './branch.ts'
import { presentGroups, presentSearch } from './present.ts'

export const referenceRoutes = [
  route(contract.listResourceGroups, {
    access: 'anyone',
    isFixed: true,
    handle: async ({ actor, query, services }) =>
      presentGroups(branchOrNothing(services, actor, query.custom_service_sha), actor),
  }),
  route(contract.listReferenceBranches, {
    access: 'signedIn',
    handle: async ({ actor, services }) => {
      if (readsEverything(actor)) return services.reference
      throw refusalError(
        'not_allowed',
        'Only employees and platform admins can switch the documentation branch.',
      )
    },
  }),
  route(contract.listChangelog, {
    access: 'anyone',
    handle: async ({ actor, query, services }) => {
      const { changelog } = branchOrNothing(services, actor, query.custom_service_sha)
      const wanted = matchingEntries(readableEntries(changelog, actor), query.filters ?? {})
      return toPaged(wanted, toPage(query), Boolean(query.filters?.search))
    },
  }),
  route(contract.getResourceGroup, {
    access: 'anyone',
    handle: async ({ actor, params, query, services }) => {
      const { groups, changelog } = branchFor(services, actor, query.custom_service_sha)
      const document = orNotFound(findGroup({ groups }, params.slug, actor), 'Resource group')
      return withChangelog(document, readableEntries(changelog, actor))
    },
  }),
  route(contract.listReferenceDocs, {
    access: 'anyone',
    isFixed: true,
    handle: async ({ actor, query, services }) =>
      branchOrNothing(services, actor, query.custom_service_sha).docs,
  }),
  route(contract.getReferenceDoc, {
    access: 'anyone',
    isFixed: true,
    handle: async ({ actor, params, query, services }) => {
      const { docs } = branchFor(services, actor, query.custom_service_sha)
      return orNotFound(
        docs.find(({ slug }) => slug === params.page),
        'Page',
      )
    },
  }),
  route(contract.listSearchEntries, {
    access: 'anyone',
    handle: async ({ actor, query, services }) =>
      presentSearch(branchOrNothing(services, actor, query.custom_service_sha), actor),
  }),
]
