import { lastPageFor } from '@trestle/domain/http/paging.ts'
import { errorFromReply, type CallError } from './callError.ts'

/** A reply whose body has arrived, empty if it has none. */
export interface ReceivedReply {
  status: number
  headers: Headers
  text: string
  /** Whether it answers a call that changes something. */
  isChange: boolean
}

export const isSuccess = ({ status }: ReceivedReply): boolean => status >= 200 && status < 300

/** Returns the last page of a list from the total that a refusal sends for a page beyond it. */
function lastPageFrom({ status, headers }: ReceivedReply): number | null {
  const [total, perPage] = [headers.get('total'), headers.get('per-page')]
  return status === 422 && total && perPage ? lastPageFor(Number(total), Number(perPage)) : null
}

/** The replies of a proxy that lost the server's reply, or stopped waiting for it. */
const lostStatuses = [502, 504]

/** Returns what is known about a refusal, or about a success without a readable body, apart from its body. */
const readContext = (response: ReceivedReply) => ({
  lastPage: lastPageFrom(response),
  requestId: response.headers.get('x-request-id'),
  isUnconfirmed: response.isChange && (isSuccess(response) || lostStatuses.includes(response.status)),
})

export function readBody(response: ReceivedReply): unknown {
  const { status, text } = response
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw errorFromReply(isSuccess(response) ? 500 : status, text, readContext(response))
  }
}

export const toCallError = (response: ReceivedReply, body: unknown = readBody(response)): CallError =>
  errorFromReply(response.status, body, readContext(response))
