import { contracts } from '@trestle/domain/contracts.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { readReply } from './readReply.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operationId' in value

const endpoints = new Map(
  Object.entries<unknown>(contracts).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value]] : [])),
)

/** Parses the reply to a call, or the stored object in its refusal, which has the same schema. */
export function readReplyTo(operationId: string, body: unknown): unknown {
  const reply = endpoints.get(operationId)?.reply
  return reply && readReply(reply, body)
}
