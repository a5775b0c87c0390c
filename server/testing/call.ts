import { toAddress } from '@trestle/domain/http/address.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@trestle/domain/http/endpoint.ts'
import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import type { Answer } from './server.ts'

type Parts<E extends Endpoint> = RequestOf<E>
type OptionalPart<E extends Endpoint> = {
  [P in keyof Parts<E>]: undefined extends Parts<E>[P] ? P : object extends Parts<E>[P] ? P : never
}[keyof Parts<E>]

/** A request that fits the contract. Parts whose fields are all optional can be omitted. */
export type RequestFor<E extends Endpoint> = Omit<Parts<E>, OptionalPart<E>> &
  Partial<Pick<Parts<E>, OptionalPart<E>>>

type Request<E extends Endpoint> =
  object extends RequestFor<E> ? [request?: RequestFor<E>] : [request: RequestFor<E>]

export type TypedAnswer<Body> = Omit<Answer, 'body'> & { body: Body }

type Reply<E extends Endpoint> = ReplyOf<E> extends undefined ? unknown : ReplyOf<E>
/** An error reply. After a stale save, `current` is the state that the save would have replaced. */
type Refusal<E extends Endpoint> = Omit<ErrorReply, 'current'> & { current?: Reply<E> }

/** Calls with the types of the contract. What it doesn't allow, such as hostile input, is sent with `Client.send`. */
export interface Calls {
  /** Makes a call that succeeds. Throws on any status other than the contract's. */
  call: <E extends Endpoint>(endpoint: E, ...request: Request<E>) => Promise<TypedAnswer<ReplyOf<E>>>
  /** Makes a call that is refused. Throws if it succeeds. */
  refusal: <E extends Endpoint>(endpoint: E, ...request: Request<E>) => Promise<TypedAnswer<Refusal<E>>>
  /** Makes a call that may or may not be refused, as in a table of callers. */
  attempt: <E extends Endpoint>(
    endpoint: E,
    ...request: Request<E>
  ) => Promise<TypedAnswer<Partial<Reply<E> & Refusal<E>>>>
}

type Send = (request: { method: string; url: string; payload?: object }) => Promise<Answer>

export function typedCalls(send: Send): Calls {
  const attempt = async <E extends Endpoint>(endpoint: E, request: object = {}) => {
    const { body, ...parts } = request as { body?: object }
    const url = toAddress(endpoint, parts)
    const answer = await send({ method: endpoint.method, url, ...(body !== undefined && { payload: body }) })
    const complain = (expected: string): never => {
      throw new Error(
        `${endpoint.method} ${url} returned ${answer.status} instead of ${expected}: ${answer.text.slice(0, 500)}`,
      )
    }
    return { answer, complain }
  }
  return {
    call: async (endpoint, ...[request]) => {
      const { answer, complain } = await attempt(endpoint, request)
      const success = endpoint.success ?? 200
      return answer.status === success ? answer : complain(String(success))
    },
    refusal: async (endpoint, ...[request]) => {
      const { answer, complain } = await attempt(endpoint, request)
      if (answer.status < 400) return complain('a refusal')
      ErrorReply.parse(answer.body)
      return answer
    },
    attempt: async (endpoint, ...[request]) => (await attempt(endpoint, request)).answer,
  }
}
