import { defaultBodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import type { FastifyInstance } from 'fastify'
import { parseForm } from './parse.ts'

/** Accepts URL-encoded forms, with as many values as the body of the call may have. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      const limit = request.routeOptions.schema?.['x-body-limit'] ?? defaultBodyLimit
      done(null, parseForm(body, limit))
    },
  )
}
