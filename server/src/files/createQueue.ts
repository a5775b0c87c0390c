import pLimit from 'p-limit'
import { RefusalError } from '../errors.ts'

const maxWaiting = 20

/** Returns a function that runs costly work one at a time, and refuses more than can wait with this message. */
export function createQueue(message: string): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const runInTurn = pLimit(1)
  return async (work) => {
    if (runInTurn.pendingCount >= maxWaiting) {
      throw new RefusalError({ code: 'unavailable', message, retryAfterSeconds: 10 })
    }
    return runInTurn(work)
  }
}
