import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { found } from './errors.ts'

/** Given by the files feature, so that the door knows no feature. */
export type FindFile = (
  services: Services,
  key: string,
) => Promise<{ bytes: Buffer; contentType: string } | undefined>

/** A key names one content for ever, so a browser needs to ask once. */
const forAYear = 'public, max-age=31536000, immutable'

/** Uploaded files, to whoever knows their unguessable key: pictures, never anything a browser could run. */
export function serveFiles(app: FastifyInstance, services: Services, find: FindFile): void {
  app.get('/files/:key', { schema: { hide: true } }, async (request, reply) => {
    const { key } = request.params as { key: string }
    const file = found(/^[\da-f]{64}$/.test(key) ? await find(services, key) : undefined, 'File')
    return reply
      .header('cache-control', forAYear)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline')
      .type(file.contentType)
      .send(file.bytes)
  })
}
