import type { Readable } from 'node:stream'
import { pathId } from '@trestle/domain/http/fields.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { orNotFound, refusalError } from '../errors.ts'
import { parsePart } from './parse.ts'

export interface DownloadCall<Query> {
  actor: Actor
  id: number
  query: Query
}

export interface DownloadedFile {
  filename: string
  contentType: string
  content: Readable
}

/** A file generated from one object, at an address below the object's page. */
export interface Download<Query> {
  path: `/${string}/:id/${string}`
  query: z.ZodType<Query>
  /** Checks the actor's access itself. */
  open: (services: Services, call: DownloadCall<Query>) => Promise<DownloadedFile>
}

/** Serves generated files as downloads, streamed, to signed-in users with access. */
export function serveDownloads<Query>(
  app: FastifyInstance,
  services: Services,
  downloads: Download<Query>[],
): void {
  for (const { path, query, open } of downloads) {
    app.get(path, { schema: { hide: true }, config: { isExport: true } }, async (request, reply) => {
      const { actor } = request
      if (!actor) throw refusalError('not_signed_in', 'Sign in to continue.')
      const { id } = request.params as { id: string }
      const file = await open(services, {
        actor,
        id: orNotFound(pathId.safeParse(id).data, 'Page'),
        query: parsePart(query, request.query) as Query,
      })
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file.filename}"`)
        .type(file.contentType)
        .send(file.content)
    })
  }
}
