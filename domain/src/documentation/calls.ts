import { apiCall } from '../http/apiCall.ts'

export const listDocumentation = apiCall({
  operationId: 'listDocumentation',
  method: 'GET',
  path: '/api/v1/documentation',
})

export const getDocumentation = apiCall({
  operationId: 'getDocumentation',
  method: 'GET',
  path: '/api/v1/documentation/:slug',
})

export const listDocumentationPassages = apiCall({
  operationId: 'listDocumentationPassages',
  method: 'GET',
  path: '/api/v1/documentation_passages',
})

export const getTerms = apiCall({
  operationId: 'getTerms',
  method: 'GET',
  path: '/api/v1/terms',
})
