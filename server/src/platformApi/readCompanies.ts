import { pageHeaders, parseId, parseList, refuseQuery } from '@trestle/domain/platformApi/queries.ts'
import { timeZone } from '@trestle/domain/platformApi/samples.ts'
import { RefusalError, unwrap } from '../errors.ts'
import type { OperationCall } from './call.ts'
import type { PlatformReply } from './composeError.ts'
import { presentCompany } from './present.ts'

const companyList = { filters: {}, sorts: [], others: { include_inactive: { kind: 'boolean' } } } as const

export const success = (body: unknown, headers: Record<string, string> = {}): PlatformReply => ({
  status: 200,
  headers,
  body,
})

/** Refuses parameters of a call that has none. */
export function requireNoQuery({ query }: Pick<OperationCall, 'query'>): void {
  const refusal = refuseQuery(query)
  if (refusal) throw new RefusalError(refusal)
}

/** Returns a record, or answers that there is none. */
export function requireRecord<T>(record: T | null | undefined): T {
  if (record === null || record === undefined)
    throw new RefusalError({ code: 'not_found', message: 'The record was not found.' })
  return record
}

export function listCompanies({ query, caller, company, address }: OperationCall): PlatformReply {
  const list = unwrap(parseList(query, companyList, timeZone))
  const companies = caller.isMember ? [presentCompany(company, caller.developer_id !== null)] : []
  const start = (list.page - 1) * list.per_page
  return success(
    companies.slice(start, start + list.per_page),
    pageHeaders(address, { ...list, total: companies.length }),
  )
}

export function showCompany(call: OperationCall): PlatformReply {
  requireNoQuery(call)
  const { caller, company, params } = call
  const isKnown = caller.isMember && parseId(params['company_id'] ?? '') === company.company_id
  requireRecord(isKnown || null)
  return success(presentCompany(company, caller.developer_id !== null))
}
