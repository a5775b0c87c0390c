import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import type { WebBuild } from '../webBuild.ts'
import { commonHeaders, setRawHeaders } from './commonHeaders.ts'
import { recordReply, type ObserveReply } from './recordReply.ts'
import { isCall } from './route.ts'
import { earlyHeaders } from './securityHeaders.ts'

/** Adds the common headers to every reply and logs it. */
export function decorateReplies(
  app: FastifyInstance,
  settings: Settings,
  state: { isStopping: boolean },
  { web, observe }: { web: WebBuild; observe: ObserveReply | undefined },
): void {
  const early = earlyHeaders(settings)
  // These run for every request. A hook's promise would take more time than its work.
  app.addHook('onRequest', (request, reply, done) => {
    setRawHeaders(reply, early)
    reply.headers(commonHeaders(request))
    // Tells an open page that the server has a newer build.
    const build = isCall(request) ? web.id() : null
    if (build !== null) reply.header('x-build', build)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A connection kept alive would delay the shutdown until its client closes it.
    if (state.isStopping) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    recordReply(request, reply, observe)
    done()
  })
}
