import * as contract from '@trestle/domain/documentation/contract.ts'
import { orNotFound } from '../errors.ts'
import { route } from '../http/route.ts'
import { describeEntry, describePassages } from './describe.ts'

export const documentationRoutes = [
  route(contract.listDocumentation, {
    access: 'anyone',
    handle: async ({ services }) => services.documentation.pages.map(describeEntry),
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
    handle: async ({ services }) => services.documentation.pages.flatMap(describePassages),
  }),
  route(contract.getTerms, {
    access: 'anyone',
    handle: async ({ services }) => services.documentation.terms,
  }),
]
