import type { Endpoint } from './endpoint.ts'

/**
 * The part of an endpoint that makes the call. It is separate from the schemas, so that a page loads neither the
 * schemas of every call that it can make nor the library that reads them.
 */
export type ApiCall = Pick<Endpoint, 'operationId' | 'method' | 'path' | 'paged' | 'multipart' | 'creates'>

export const apiCall = <const C extends ApiCall>(c: C): C => c
