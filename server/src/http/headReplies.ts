import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Closes the streams of replies to HEAD. Fastify would read them to their end and drop what it read: a request without
 * a reply body could make the server read a whole video.
 */
export function closeStreamsOfHead(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload
    payload.destroy()
    return Readable.from([])
  })
}
