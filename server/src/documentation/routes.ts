import * as contract from '@trestle/domain/documentation/contract.ts'
import { orNotFound } from '../errors.ts'
import { route } from '../http/route.ts'
import { presentEntry, presentPassages } from './present.ts'

export const documentationRoutes = [
  route(contract.listDocumentation, {
    access: 'anyone',
    handle: async ({ services }) => services.documentation.pages.map(presentEntry),
  }),
  route(contract.getDocumentation, {
    access: 'anyone',
    handle: async ({ services, params }) =>
      orNotFound(
        services.documentation.pages.find(({ slug }) => slug === params.slug),
        'Page',
      ),
  }),
  route(contract.listDocumentationPassages, {
    access: 'anyone',
    handle: async ({ services }) => services.documentation.pages.flatMap(presentPassages),
  }),
  route(contract.getTerms, {
    access: 'anyone',
    handle: async ({ services }) => services.documentation.terms,
  }),
]
