import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { z } from 'zod'
import type { Answer } from '../server.ts'
import { scripts } from './hostile.ts'
import type { FuzzedRequest, Operation } from './requests.ts'

const slowestMs = 2_000
const maxRepeats = 5

export interface Reply {
  answer: Pick<Answer, 'status' | 'body' | 'text' | 'headers'>
  ms: number
}

const PlatformError = z.object({ code: z.string(), message: z.string(), request_id: z.string() })
const OauthError = z.object({ error: z.string() })

const isPage = ({ headers }: Reply['answer']) => String(headers['content-type']).startsWith('text/html')

/**
 * Returns whether callers of this operation can read an error. A browser opens some of the OAuth server's operations.
 */
function isReadable({ path }: Operation, answer: Reply['answer']): boolean {
  if (path.startsWith('/sandbox/rest/')) return PlatformError.safeParse(answer.body).success
  const isOfPortal = ErrorReply.safeParse(answer.body).success
  if (!/^(\/sandbox)?\/oauth\//.test(path)) return isOfPortal
  // The router doesn't match a path parameter that is too long.
  if (answer.status === 404 && isOfPortal) return true
  return isPage(answer) || OauthError.safeParse(answer.body).success
}

/** A page from the server never contains a text exactly as it was sent. */
const isEscaped = ({ text }: Reply['answer']): boolean =>
  !scripts.some((script) => script.startsWith('<') && text.includes(script))

/** Returns what is wrong with a reply, regardless of its time. */
function findProblem(operation: Operation, answer: Reply['answer']): string | undefined {
  const { status } = answer
  if (status >= 500) return `status ${status}`
  if (status >= 400 && !isReadable(operation, answer)) return 'an error in another form'
  if (isPage(answer) && !isEscaped(answer)) return 'a page with a script'
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
 * A busy machine can make any request slow, but not the same one every time, so a slow one is repeated. Only a repeat
 * with the same status counts, because a change that was already made is refused, which is fast. Otherwise it tries
 * other requests of the operation. They may have less to do, so an operation can be excused like this only once.
 */
export function createJudge<Role>({ send, toRequest }: Sender<Role>) {
  const excused = new Set<Operation>()

  return async (role: Role, request: FuzzedRequest): Promise<Judged> => {
    const { operation } = request
    const reply = await send(role, request)
    let problem = findProblem(operation, reply.answer)
    const repeat = async (repeated: FuzzedRequest): Promise<boolean> => {
      const { answer, ms } = await send(role, repeated)
      problem ??= findProblem(operation, answer)
      if (answer.status !== reply.answer.status) return false
      reply.ms = Math.min(reply.ms, ms)
      return true
    }
    let isRepeatable = true
    for (let count = 0; reply.ms > slowestMs && count < maxRepeats && isRepeatable; count += 1) {
      isRepeatable = await repeat(request)
    }
    const maxOthers = excused.has(operation) ? 0 : 2 * maxRepeats
    for (let count = 0; reply.ms > slowestMs && count < maxOthers; count += 1) {
      if (await repeat(toRequest(operation))) excused.add(operation)
    }
    if (reply.ms > slowestMs) problem ??= `${Math.round(reply.ms)} ms`
    return { reply, problem }
  }
}
