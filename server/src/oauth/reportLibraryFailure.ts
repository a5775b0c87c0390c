import type { IncomingMessage } from 'node:http'
import { reportFailure } from '../reportFailure.ts'
import type { Services } from '../services.ts'
import { requestFacts } from './requestFacts.ts'

/** Reports an error in the OAuth library, which answers the request itself, and stores it for `adaptReply`. */
export function reportLibraryFailure(services: Services, request: IncomingMessage, error: unknown): void {
  const failure = error instanceof Error ? error : new Error(String(error))
  const facts = requestFacts.get(request)
  if (facts) facts.failure = failure
  const { requestId = 'unknown', route } = facts?.page ?? {}
  reportFailure(services, failure, { requestId, method: request.method, route })
}
