import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refusalError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { explainListening } from './listenError.ts'

const path = '/metrics'

/** Returns all metrics in the text format of Prometheus. */
type Scrape = () => Promise<{ type: string; text: string }>

/** Returns whether this process collects metrics: only if they can be read. */
export const isMonitored = ({ METRICS_TOKEN, METRICS_PORT }: Settings): boolean =>
  METRICS_TOKEN !== '' || METRICS_PORT !== undefined

/** Serves the metrics to callers with the token, on a port of this machine only, or both. */
export function serveMetrics(app: FastifyInstance, settings: Settings, scrape: Scrape): void {
  const { METRICS_TOKEN: token, METRICS_PORT: port } = settings
  if (token !== '') {
    app.get(
      path,
      { schema: { hide: true }, config: { isUnlimited: true, isProbe: true } },
      async (request, reply) => {
        if (!isToken(request.headers.authorization, token)) {
          const message = 'Send the token of METRICS_TOKEN as "Authorization: Bearer TOKEN".'
          throw refusalError('not_signed_in', message)
        }
        const { type, text } = await scrape()
        return reply.type(type).send(text)
      },
    )
  }
  if (port !== undefined) listenOnLoopback(app, port, scrape)
}

/** Compares hashes, because the time of the comparison must not reveal how much of the token is right. */
function isToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`))
}

function listenOnLoopback(app: FastifyInstance, port: number, scrape: Scrape): void {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== path) return response.writeHead(404).end()
    return scrape().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        app.log.error({ err: error }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  app.addHook('onReady', async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(explainListening(error, { setting: 'METRICS_PORT', port })))
      server.listen(port, '127.0.0.1', resolve)
    })
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
}
