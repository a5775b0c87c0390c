import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as sent; empty for any other content type. */
    bodyText: string
  }
}

/** Retains the text of JSON bodies: parsing drops all but one of a repeated key. */
export function retainBodyText(app: FastifyInstance): void {
  // `parsePart` refuses prototype keys by name.
  const parseJson = app.getDefaultJsonParser('ignore', 'ignore')
  app.decorateRequest('bodyText', '')
  // Removes Fastify's default parser: any page may send plain text cross-origin without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = body
    void parseJson(request, body, done)
  })
}
