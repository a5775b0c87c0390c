import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/pool.ts'
import type { WebBuild } from '../webBuild.ts'

const probeOptions = { schema: { hide: true }, config: { isUnlimited: true, isProbe: true } } as const

/**
 * Serves the probes. Alive: the process answers. Ready: it is not stopping and can write to its database, or read it
 * during maintenance.
 */
export function serveProbes(
  app: FastifyInstance,
  probeDatabase: Database['probe'],
  { state, web, version }: { state: { isStopping: boolean }; web: WebBuild; version: string },
): void {
  app.get('/healthz', probeOptions, () => ({ status: 'ok', version, build: web.id() }))
  app.get('/readyz', probeOptions, async (_request, reply) => {
    if (state.isStopping) return reply.code(503).send({ status: 'stopping' })
    const status = await probeDatabase()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
