import type { MatchedOperation, ToolLevels } from '@trestle/domain/platformApi/operations.ts'
import type { SandboxCompany } from './store.ts'

/** A call of the platform's API as it arrived, without its token. */
export interface ReceivedCall {
  method: string
  /** The path without the prefix of the environment. */
  path: string
  query: [name: string, value: string][]
  /** The headers that the API reads. */
  companyHeader: string | undefined
  idempotencyKey: string | undefined
  body: string
  requestId: string
}

/** The caller of the API. */
export interface Caller {
  company: SandboxCompany
  /** Null for the app's service account. */
  developer_id: number | null
  /** The levels of access to tools; null for full access. */
  levels: ToolLevels | null
  /** Whether the caller has a login in the app's company. */
  isMember: boolean
  /** Whether the caller may write. Guests of an app may only read. */
  mayWrite: boolean
}

/** A call that is allowed. */
export interface OperationCall extends Pick<ReceivedCall, 'query' | 'body' | 'idempotencyKey'> {
  caller: Caller
  company: SandboxCompany
  params: MatchedOperation['params']
  /** The absolute address that was called, with its query. */
  address: string
}
