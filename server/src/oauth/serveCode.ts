import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { composePage } from './composePage.ts'

/** Holds a code on the way to the page that shows it, so that it isn't in the address. */
export const codeCookie = 'trestle_oauth_code'
/** Long enough to load the page. */
export const codeCookieSeconds = 60

export const codePath = (environment: CredentialEnvironment): string =>
  `${environmentPath(environment)}/oauth/code`

/** Serves the page that shows a code once, to copy it to an app that has no address of its own. */
export function serveCode(
  scope: FastifyInstance,
  { settings }: Services,
  environment: CredentialEnvironment,
): void {
  const path = codePath(environment)
  scope.get(path, { schema: { hide: true } }, async (request, reply) => {
    const code = request.cookies[codeCookie]
    reply
      .clearCookie(codeCookie, { path, httpOnly: true, sameSite: 'lax', secure: settings.isSecure })
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
    const content = code
      ? {
          title: 'Copy this code to the app',
          paragraphs: ['The app asks for it. It works once, within 10 minutes. Give it to no one else.'],
          code,
        }
      : {
          title: 'This code was already shown',
          paragraphs: ['A code is shown once. Go back to the app and start again to get another one.'],
        }
    return reply.code(code ? 200 : 410).send(composePage(content, reply.styleNonce))
  })
}
