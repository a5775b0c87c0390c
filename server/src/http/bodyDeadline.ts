import { Readable } from 'node:stream'
import { refusalError, type RefusalError } from '../errors.ts'

/**
 * Passes a body on as it arrives, and fails when it takes longer than `ms`. The time starts with the first read: a body
 * that is not read through this stream, such as a form with files, isn't limited here.
 */
export function withDeadline(payload: Readable, ms: number): Readable {
  let timer: NodeJS.Timeout | undefined
  const body = new Readable({
    read() {
      timer ??= start()
      payload.resume()
    },
    destroy(error, done) {
      clearTimeout(timer)
      // Reads the rest and discards it, so that the client gets the reply.
      payload.resume()
      done(error)
    },
  })
  const start = (): NodeJS.Timeout => {
    payload.on('data', (chunk) => {
      if (!body.destroyed && !body.push(chunk)) payload.pause()
    })
    payload.once('end', () => body.push(null))
    payload.once('error', (error) => body.destroy(error))
    return setTimeout(() => body.destroy(tooSlow(ms)), ms)
  }
  // A parser that has already failed no longer listens, and an unhandled `error` event would end the process.
  body.on('error', () => undefined)
  return body
}

const tooSlow = (ms: number): RefusalError =>
  refusalError(
    'timed_out',
    `The request body took longer than ${Math.ceil(ms / 1000)} seconds to arrive. Try again.`,
  )
