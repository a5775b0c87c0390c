import { lastPageFor } from '@trestle/domain/http/paging.ts'
import { errorFromReply, type CallError } from './callError.ts'

/** A reply whose body has arrived, empty if it has none. */
export interface ReceivedReply {
  status: number
  headers: Headers
  text: string
}

export const isSuccess = ({ status }: ReceivedReply): boolean => status >= 200 && status < 300

/** Returns the last page of a list from the total that a refusal sends for a page beyond it. */
function lastPageFrom({ status, headers }: ReceivedReply): number | null {
  const [total, perPage] = [headers.get('total'), headers.get('per-page')]
  return status === 422 && total && perPage ? lastPageFor(Number(total), Number(perPage)) : null
}

/** Returns the data that the headers of a refusal add to its body. */
const readHeaders = (response: ReceivedReply) => ({
  lastPage: lastPageFrom(response),
  requestId: response.headers.get('x-request-id'),
})

export function readBody(response: ReceivedReply): unknown {
  const { status, text } = response
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw errorFromReply(isSuccess(response) ? 500 : status, text, readHeaders(response))
  }
}

export const toCallError = (response: ReceivedReply, body: unknown = readBody(response)): CallError =>
  errorFromReply(response.status, body, readHeaders(response))
