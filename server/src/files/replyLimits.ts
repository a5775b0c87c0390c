import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'

/**
 * Ends errors that don't arrive soon after their headers: the library reads them to their end, and its own limits end
 * with the headers. Doesn't apply to successes, because a file may take long, and a bucket may send the headers of a
 * large upload before it has put its parts together.
 */
export function limitErrors({ middlewareStack }: S3Client, errorMs: number): void {
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { statusCode, body } = result.response as { statusCode: number; body: IncomingMessage }
      if (statusCode >= 300) destroyAfter(body, errorMs)
      return result
    },
    // Before the library reads the reply.
    { step: 'deserialize', priority: 'low', name: 'limitErrors' },
  )
}

function destroyAfter(body: IncomingMessage, ms: number): void {
  const end = () => body.destroy(new Error(`The bucket did not end its reply within ${ms} ms.`))
  const timer = setTimeout(end, ms)
  body.once('close', () => clearTimeout(timer))
}

/**
 * Waits for the first bytes of a file, or its end. An error before them can still be replied to, one after them only
 * ends the reply.
 */
export async function waitForBytes(file: Readable, signal: AbortSignal): Promise<void> {
  const waited = new AbortController()
  const options = { signal: AbortSignal.any([signal, waited.signal]) }
  try {
    // An empty file has only an end.
    await Promise.race([once(file, 'readable', options), once(file, 'end', options)])
  } catch (error) {
    file.destroy()
    throw error
  } finally {
    waited.abort()
  }
}

/**
 * Returns the file, which fails if the bucket sends nothing for this long while the reader waits. The reader may pause
 * for longer: a video player reads ahead, and a slow connection may stall.
 */
export function limitWaits(file: Readable, silenceMs: number): Readable {
  const end = () => file.destroy(new Error(`The bucket has sent nothing for ${silenceMs} ms.`))
  async function* read(): AsyncGenerator<Buffer> {
    let timer = setTimeout(end, silenceMs)
    try {
      for await (const chunk of file as AsyncIterable<Buffer>) {
        clearTimeout(timer)
        yield chunk
        timer = setTimeout(end, silenceMs)
      }
    } finally {
      clearTimeout(timer)
    }
  }
  // Nothing destroys the file if it is not read at all.
  return Readable.from(read(), { objectMode: false }).once('close', () => file.destroy())
}
