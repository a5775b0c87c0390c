import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { oncePer } from '../oncePer.ts'
import { etagFor } from './etag.ts'

/** The text of a reply that stays the same, ready to be sent. */
interface FixedReply {
  body: Buffer
  etag: string
}

/** The compressed copies of each fixed body, by their encoding. */
const copies = new WeakMap<Buffer, Map<string, Buffer>>()

/**
 * Returns a function that parses a reply and writes it as JSON once for each object, for a route whose handler returns
 * the same object again and again.
 */
export const fixedReplies = ({ reply }: Endpoint): ((result: object) => FixedReply) =>
  oncePer((result) => {
    const text = JSON.stringify(reply?.parse(result))
    const body = Buffer.from(text)
    copies.set(body, new Map())
    return { body, etag: etagFor(text) }
  })

type Compress<Options> = (body: Buffer, options?: Options) => Buffer

/** Returns a function that compresses each fixed body once, and any other body each time. */
export function compressFixedOnce<Options>(
  encoding: string,
  { once, eachTime }: { once: Compress<Options>; eachTime: Compress<Options> },
): Compress<Options> {
  return (body, options) => {
    const own = copies.get(body)
    if (!own) return eachTime(body, options)
    const compressed = own.get(encoding) ?? once(body, options)
    own.set(encoding, compressed)
    return compressed
  }
}
