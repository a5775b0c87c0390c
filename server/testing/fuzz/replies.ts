import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import type { Answer } from '../server.ts'
import type { FuzzedRequest, Operation } from './requests.ts'

export const slowestMs = 2_000
const mostRepeats = 5

export interface Reply {
  answer: Pick<Answer, 'status' | 'body' | 'text' | 'headers'>
  ms: number
}

/** Returns what is wrong with a reply, whatever its time. */
function findProblem({ status, body }: Reply['answer']): string | undefined {
  if (status >= 500) return `status ${status}`
  if (status >= 400 && !ErrorReply.safeParse(body).success) return 'an error in another form'
  return undefined
}

interface Sender<Role> {
  send: (role: Role, request: FuzzedRequest) => Promise<Reply>
  /** Makes another request of an operation. */
  toRequest: (operation: Operation) => FuzzedRequest
}

export interface Judged {
  /** The first reply, with the fastest time of those with its status. */
  reply: Reply
  problem: string | undefined
}

/**
 * Returns a function that sends a request and judges every reply to it.
 *
 * A busy machine makes any request slow, but not the same one every time, so a slow one is repeated. Only a repeat with
 * the status of the first counts: a change that was already made is refused, which is fast. Then other requests of the
 * operation follow. They may have less to do, so an operation can be excused like this only once.
 */
export function createJudge<Role>({ send, toRequest }: Sender<Role>) {
  const excused = new Set<Operation>()

  return async (role: Role, request: FuzzedRequest): Promise<Judged> => {
    const { operation } = request
    const reply = await send(role, request)
    let problem = findProblem(reply.answer)
    const repeat = async (repeated: FuzzedRequest): Promise<boolean> => {
      const { answer, ms } = await send(role, repeated)
      problem ??= findProblem(answer)
      if (answer.status !== reply.answer.status) return false
      reply.ms = Math.min(reply.ms, ms)
      return true
    }
    let isRepeatable = true
    for (let count = 0; reply.ms > slowestMs && count < mostRepeats && isRepeatable; count += 1)
      isRepeatable = await repeat(request)
    const mostOthers = excused.has(operation) ? 0 : 2 * mostRepeats
    for (let count = 0; reply.ms > slowestMs && count < mostOthers; count += 1)
      if (await repeat(toRequest(operation))) excused.add(operation)
    if (reply.ms > slowestMs) problem ??= `${Math.round(reply.ms)} ms`
    return { reply, problem }
  }
}
