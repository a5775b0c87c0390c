import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as it was sent; empty for any other kind. */
    bodyText: string
  }
}

/** Retains the text of JSON bodies: of a key that is written twice, parsing leaves one. */
export function retainBodyText(app: FastifyInstance): void {
  // `parsePart` refuses the keys of the prototype by name.
  const parseJson = app.getDefaultJsonParser('ignore', 'ignore')
  app.decorateRequest('bodyText', '')
  // Fastify's own: a call never takes plain text, which any page may send without asking (CORS).
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = body
    void parseJson(request, body, done)
  })
}
