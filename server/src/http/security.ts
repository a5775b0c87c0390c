import { randomBytes } from 'node:crypto'
import { ServerResponse, type IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { shouldReportErrors } from '@trestle/domain/shell/rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { toNetwork } from '../access/network.ts'
import { reportingSettings, type Settings } from '../settings.ts'
import { tooManyCalls } from './guessLimit.ts'
import { isCall } from './route.ts'
import { closedDirectives, referrerPolicy, strictTransport } from './securityHeaders.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Allows the inline styles of this reply's page. Empty for calls, and if the request was refused early. */
    styleNonce: string
  }
}

interface Callers {
  isService: (request: FastifyRequest) => Promise<boolean>
  /** Returns the id of the request's personal access token, if it has one that works. */
  findTokenId: (request: FastifyRequest) => Promise<number | undefined>
}

/** Adds security headers, cookies and the general rate limit to every reply of the server. */
export async function secure(
  app: FastifyInstance,
  settings: Settings,
  { isService, findTokenId }: Callers,
): Promise<void> {
  addHeaders(app, settings)
  await app.register(cookie)
  const countedByToken = new WeakSet<FastifyRequest>()
  await app.register(rateLimit, {
    global: false,
    max: settings.REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    // A platform server makes a call here for each call that it receives; its token keeps others out.
    allowList: async (request) => isUnlimited(request) || isService(request),
    // A token that works has its own counter, wherever its program runs. Any other token counts with its network.
    keyGenerator: async (request) => {
      const id = isUnlimited(request) ? undefined : await findTokenId(request)
      if (id === undefined) return toNetwork(request.ip)
      countedByToken.add(request)
      return `token ${id}`
    },
    errorResponseBuilder: (request, { ttl }) =>
      tooManyCalls(countedByToken.has(request) ? 'with this token' : 'from your address', ttl),
  })
  // A server hook instead of a route hook: it runs before the session lookup and also counts refused calls.
  app.addHook('onRequest', app.rateLimit())
}

/** Stands in the headers that are composed once. Each reply replaces it with its own nonce. */
const noncePlaceholder = 'the-nonce-of-the-reply'

const policyName = 'content-security-policy'

interface ComposedHeaders {
  /** The content security policy, split where its nonce belongs. */
  policy: string[]
  others: [name: string, value: string][]
}

/** Returns the headers that helmet sets. */
function composeHeaders(settings: Settings): ComposedHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...closedDirectives,
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", `'nonce-${noncePlaceholder}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", ...videoSources(settings)],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...reportOrigin(settings), ...referenceOrigin(settings)],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        ...(settings.isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: settings.isSecure ? strictTransport : false,
    referrerPolicy: { policy: referrerPolicy },
    crossOriginEmbedderPolicy: false,
  })
  // Only collects the headers: helmet reads nothing from the request, and this reply is never sent.
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage)
  setHeaders(response.req, response, () => undefined)
  const { [policyName]: policy, ...others } = response.getHeaders()
  return {
    policy: String(policy).split(noncePlaceholder),
    others: Object.entries(others).map(([name, value]) => [name, String(value)]),
  }
}

/**
 * Adds helmet's headers. They are composed once, except for the nonce: helmet composes them for each reply, which takes
 * 5 % of the processor time of a request. Replies to calls aren't shown, so they keep the policy that allows nothing
 * (`earlyHeaders`).
 */
function addHeaders(app: FastifyInstance, settings: Settings): void {
  const { policy, others } = composeHeaders(settings)
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of others) reply.raw.setHeader(name, value)
    if (isCall(request)) return done()
    reply.styleNonce = randomBytes(16).toString('base64')
    reply.raw.setHeader(policyName, policy.join(reply.styleNonce))
    done()
  })
}

/** Returns whether a request is exempt from the limit. Every route counts by default; pages have their own limit. */
const isUnlimited = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.isUnlimited === true

/** Returns the origin the API reference loads from, if not this server. */
const referenceOrigin = ({ DEV_API_URL }: Settings): string[] =>
  DEV_API_URL === undefined ? [] : [new URL(DEV_API_URL).origin]

/** Returns the origin that receives the browser's error reports, if any. */
function reportOrigin(settings: Settings): string[] {
  const reporting = reportingSettings(settings)
  const dsn = reporting.error_reporting_dsn
  return dsn && shouldReportErrors(reporting) ? [new URL(dsn).origin] : []
}

/**
 * Returns the sources of videos other than this server: the file that a user chose, which is measured, and an outside
 * host.
 */
function videoSources({ VIDEO_HOST_URL, GOV_CLOUD }: Settings): string[] {
  if (GOV_CLOUD) return []
  return ['blob:', ...(VIDEO_HOST_URL ? [new URL(VIDEO_HOST_URL).origin] : [])]
}
