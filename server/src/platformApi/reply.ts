import { checkQuery } from '@trestle/domain/platformApi/queries.ts'
import { refusalError, throwIfRefused } from '../errors.ts'
import type { RestReply } from '../http/serveRest.ts'
import type { OperationCall } from './call.ts'

export const success = (body: unknown, headers: Record<string, string> = {}): RestReply => ({
  status: 200,
  headers,
  body,
})

/** Refuses parameters in a call that takes none. */
export function requireNoQuery({ query }: Pick<OperationCall, 'query'>): void {
  throwIfRefused(checkQuery(query))
}

/** Returns a record, or refuses with 404. */
export function requireRecord<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw refusalError('not_found', 'The record was not found.')
  return record
}
