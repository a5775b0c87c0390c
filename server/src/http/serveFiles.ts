import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { parseRange, type Range } from './byteRange.ts'
import { orNotFound } from '../errors.ts'

/** A stored file: its size is known before its bytes are asked for. */
export interface ServedFile {
  bytes: number
  contentType: string
  stream: (range?: Range) => Promise<Readable | undefined>
}

/** Given by the files feature, so that the HTTP layer knows no feature. */
export type FindFile = (services: Services, key: string) => Promise<ServedFile | undefined>

/** A key names one content for ever, so a browser needs to ask once. */
const forAYear = 'public, max-age=31536000, immutable'

/** Uploaded files, to whoever knows their unguessable key: pictures, documents, videos; nothing a browser could run. */
export function serveFiles(
  app: FastifyInstance,
  services: Services,
  finders: Record<string, { key: RegExp; find: FindFile }>,
): void {
  for (const [folder, { key: isKey, find }] of Object.entries(finders)) {
    app.get(
      `/${folder}/:key`,
      { schema: { hide: true }, config: { isUnlimited: true } },
      async (request, reply) => {
        const { key } = request.params as { key: string }
        const file = orNotFound(isKey.test(key) ? await find(services, key) : undefined, 'File')
        return send(file, request, reply)
      },
    )
  }
}

/** In pieces where a player asks for pieces; never read whole into memory. */
async function send(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { bytes, contentType } = file
  const range = parseRange(request.headers.range, bytes)
  if (range === null) return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const part = range === 'all' ? undefined : range
  const { start, end } = part ?? { start: 0, end: bytes - 1 }
  const stream = orNotFound(await file.stream(part), 'File')
  if (part) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  // Only now: a refusal is not to be kept for a year.
  return reply
    .header('cache-control', forAYear)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('accept-ranges', 'bytes')
    .header('content-length', end - start + 1)
    .type(contentType)
    .send(stream)
}
