import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
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
