import { Readable } from 'node:stream'

/**
 * Returns the file, which fails if it has more or fewer bytes. Their number has been sent before: a client would take the
 * reply to its next request for the rest of a shorter file, and the rest of a longer one for that reply.
 */
export function requireBytes(file: Readable, bytes: number, message: string): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    let left = bytes
    for await (const chunk of file as AsyncIterable<Buffer>) {
      left -= chunk.length
      if (left < 0) break
      yield chunk
    }
    if (left !== 0) throw new Error(message)
  }
  // Nothing destroys the file if it is not read at all.
  return Readable.from(read(), { objectMode: false }).once('close', () => file.destroy())
}
