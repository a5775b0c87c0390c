import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { compressFixedOnce } from './fixedReply.ts'

/** Anything smaller fits into one packet anyway. */
const minBytes = 1024

/**
 * Replies up to this size are compressed synchronously, in less than half a millisecond. A stream in another thread
 * takes five times the processor time for a list of 11 kB, which is the size of most replies.
 */
const maxBytesAtOnce = 32 * 1024

const compressible =
  /^(?:text\/(?!event-stream)[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg\+xml)(?:;|$)/

/** Takes half the processor time of quality 4, for replies that are up to a tenth larger. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }

/**
 * Compresses the replies of all routes that are mounted after it, unless a route sets `compress: false`. Streams and
 * bodies that are compressed only once use Brotli quality 4, which costs about as much processor time as gzip and
 * compresses better.
 *
 * Requests are never decompressed: a small body could become a huge one.
 */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: minBytes,
    syncThreshold: maxBytesAtOnce,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
    globalDecompression: false,
    zlib: {
      brotliCompressSync: compressFixedOnce('br', {
        once: brotliCompressSync,
        eachTime: (body: Buffer) => brotliCompressSync(body, fastBrotli),
      }),
      gzipSync: compressFixedOnce('gzip', { once: gzipSync, eachTime: gzipSync }),
    },
  })
}
