import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { codeSeconds } from '@trestle/domain/oauth/rules.ts'
import type { FastifyInstance } from 'fastify'
import { prefixedCookieName } from '../http/browserClient.ts'
import type { Services } from '../services.ts'
import { composePage } from './composePage.ts'

/** Holds a code on the way to the page that shows it, so that it isn't in the address. */
export const codeCookieName = (services: Services): string =>
  prefixedCookieName(services, 'trestle_oauth_code')
/** Long enough to load the page. */
export const codeCookieSeconds = 60

export const codePath = (environment: CredentialEnvironment): string =>
  `${environmentPath(environment)}/oauth/code`

/** Composes the page's content: the code, that there is none, or that it was shown before. */
function composeContent(code: string | undefined, query: unknown) {
  if (typeof query === 'object' && query !== null && 'error' in query) {
    return {
      status: 400,
      title: 'The app got no code',
      paragraphs: ["The request was denied or couldn't be used. Go back to the app and start again."],
    }
  }
  if (code) {
    return {
      status: 200,
      title: 'Copy this code to the app',
      paragraphs: [
        `The app asks for it. It works once, within ${codeSeconds / 60} minutes. Give it to no one else.`,
      ],
      code,
    }
  }
  return {
    status: 410,
    title: 'This code was already shown',
    paragraphs: ['A code is shown once. Go back to the app and start again to get another one.'],
  }
}

interface CodePage {
  environment: CredentialEnvironment
  sendErrorPage: FastifyInstance['errorHandler']
}

/** Serves the page that shows a code once, to copy it to an app that doesn't have its own address. */
export function serveCode(
  scope: FastifyInstance,
  services: Services,
  { environment, sendErrorPage }: CodePage,
): void {
  const codeCookie = codeCookieName(services)
  const options = { schema: { hide: true }, errorHandler: sendErrorPage }
  scope.get(codePath(environment), options, async (request, reply) => {
    const { status, ...content } = composeContent(request.cookies[codeCookie], request.query)
    return reply
      .code(status)
      .clearCookie(codeCookie, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: services.settings.isSecure,
      })
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(composePage(content, reply.styleNonce))
  })
}
