import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { parseRange, type ByteRange } from './byteRange.ts'
import { orNotFound } from '../errors.ts'
import { filePolicy } from './securityHeaders.ts'

/** A stored file whose size is known before its bytes are read. */
export interface ServedFile {
  bytes: number
  contentType: string
  stream: (range?: ByteRange) => Promise<Readable | undefined>
}

/** Provided by the files feature, so that the HTTP layer depends on no feature. */
export type FindFile = (services: Services, key: string) => Promise<ServedFile | undefined>

/** The file extensions of the types that can be uploaded. */
const endings: Record<string, string> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
}

const shownKeyLength = 8

/** Returns the name under which a browser saves a file: part of its key, because the name of an upload is not used. */
const fileName = (key: string, contentType: string): string =>
  `${key.slice(0, shownKeyLength)}${endings[contentType] ?? ''}`

/** A key's content never changes, so a browser can cache it for a year. */
const cacheForAYear = 'public, max-age=31536000, immutable'

/** Serves uploaded images, documents and videos to anyone with their unguessable key; nothing a browser could run. */
export function serveFiles(
  app: FastifyInstance,
  services: Services,
  finders: Record<string, { key: RegExp; find: FindFile }>,
): void {
  for (const [folder, { key: isKey, find }] of Object.entries(finders)) {
    app.get(
      `/${folder}/:key`,
      { schema: { hide: true }, config: { isUnlimited: true }, compress: false },
      async (request, reply) => {
        const { key } = request.params as { key: string }
        const file = orNotFound(isKey.test(key) ? await find(services, key) : undefined, 'File')
        reply.header('content-disposition', `inline; filename="${fileName(key, file.contentType)}"`)
        return send(file, request, reply)
      },
    )
  }
}

/** Sends a file, or the range a player requests; never reads the whole file into memory. */
async function send(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { bytes, contentType } = file
  const range = parseRange(request.headers.range, bytes)
  if (range === null) return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const part = range === 'all' ? undefined : range
  const { start, end } = part ?? { start: 0, end: bytes - 1 }
  const stream = orNotFound(await file.stream(part), 'File')
  if (part) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  // Set caching last, so that errors are not cached.
  return reply
    .header('cache-control', cacheForAYear)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', filePolicy)
    .header('accept-ranges', 'bytes')
    .header('content-length', end - start + 1)
    .type(contentType)
    .send(stream)
}
