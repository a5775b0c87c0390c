import { pageHeaders, parseId, parseList } from '@trestle/domain/platformApi/queries.ts'
import { timeZone } from '@trestle/domain/platformApi/samples.ts'
import { unwrap } from '../errors.ts'
import type { OperationCall } from './call.ts'
import type { RestReply } from '../http/serveRest.ts'
import { offsetOf } from '../lists/listPage.ts'
import { presentCompany } from './present.ts'
import { requireNoQuery, requireRecord, success } from './reply.ts'

const companyList = { filters: {}, sorts: [], others: { include_inactive: { kind: 'boolean' } } } as const

export function listCompanies({ query, caller, company, address }: OperationCall): RestReply {
  const list = unwrap(parseList(query, companyList, timeZone))
  const companies = caller.isMember ? [presentCompany(company, caller.developer_id !== null)] : []
  const start = offsetOf(list)
  return success(
    companies.slice(start, start + list.per_page),
    pageHeaders(address, { ...list, total: companies.length }),
  )
}

export function showCompany(call: OperationCall): RestReply {
  requireNoQuery(call)
  const { caller, company, params } = call
  const isKnown = caller.isMember && parseId(params['company_id'] ?? '') === company.company_id
  requireRecord(isKnown || null)
  return success(presentCompany(company, caller.developer_id !== null))
}
