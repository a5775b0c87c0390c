import * as contract from '@trestle/domain/documentation/contract.ts'
import { orNotFound } from '../errors.ts'
import { route } from '../http/route.ts'
import { listEntries, listPassages } from './present.ts'

export const documentationRoutes = [
  route(contract.listDocumentation, {
    access: 'public',
    isFixed: true,
    handle: async ({ services }) => listEntries(services.documentation.pages),
  }),
  route(contract.getDocumentation, {
    access: 'public',
    isFixed: true,
    handle: async ({ services, params }) =>
      orNotFound(
        services.documentation.pages.find(({ slug }) => slug === params.slug),
        'Page',
      ),
  }),
  route(contract.listDocumentationPassages, {
    access: 'public',
    isFixed: true,
    handle: async ({ services }) => listPassages(services.documentation.pages),
  }),
  route(contract.getTerms, {
    access: 'public',
    isFixed: true,
    handle: async ({ services }) => services.documentation.terms,
  }),
]
