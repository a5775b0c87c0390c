import { issuerOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { composeError } from './composeError.ts'
import { requestFacts } from './requestFacts.ts'
import { reportLibraryFailure } from './reportLibraryFailure.ts'
import { cookieNames } from './createProvider.ts'
import { composeIntrospection } from './composeIntrospection.ts'
import { correctDescription } from './findReason.ts'
import { codeCookieName, codeCookieSeconds, codePath } from './serveCode.ts'

type Middleware = Parameters<Provider['use']>[0]
type Context = Parameters<Middleware>[0]

const TokenReply = z.looseObject({ access_token: z.string() })
const ActiveReply = z.looseObject({
  active: z.literal(true),
  client_id: z.string(),
  /** A token of the app itself has no subject. */
  sub: z.string().optional(),
  scope: z.string(),
  exp: z.number(),
  iat: z.number(),
  iss: z.string(),
})

/** A call that names no client, which counts as a failed authentication (RFC 6749, section 5.2). */
const Unauthenticated = z.object({
  error_description: z.literal('no client authentication mechanism provided'),
})

const ServerError = z.object({ error: z.literal('server_error') })

/** Converts the library's replies to the form that this server documents. */
export const adaptReply =
  (services: Services, environment: CredentialEnvironment): Middleware =>
  async (ctx, next) => {
    // The page that the library would post from may not navigate to another address.
    if (ctx.query['response_mode'] === 'form_post') {
      ctx.query = { ...ctx.query, response_mode: 'form_post.off' }
    }
    try {
      await next()
    } catch (error) {
      // Koa would drop the headers and write to the console.
      reportLibraryFailure(services, ctx.req, error)
      ctx.body = { error: 'server_error' }
    }
    const failure = requestFacts.get(ctx.req)?.failure
    if (failure && ServerError.safeParse(ctx.body).success) answerFailure(ctx, failure)
    dropSessionCookie(ctx)
    correctBody(services, environment, ctx)
    if (ctx.status === 401) addChallenge(ctx, issuerOf(services.settings.PUBLIC_URL, environment))
    correctRedirect(ctx)
    if (readLocation(ctx).startsWith(`${outOfBandUri}?`)) showCode(ctx, services, environment)
  }

function correctBody(services: Services, environment: CredentialEnvironment, ctx: Context): void {
  if (ctx.status === 400 && Unauthenticated.safeParse(ctx.body).success) {
    ctx.status = 401
    ctx.body = { error: 'invalid_client', error_description: 'client authentication failed' }
  }
  const token = TokenReply.safeParse(ctx.body)
  if (token.success) ctx.body = { ...token.data, created_at: Math.floor(services.now().getTime() / 1000) }
  const active = ActiveReply.safeParse(ctx.body)
  if (active.success) ctx.body = toIntrospection(active.data, environment, ctx)
  // Revoked. Clients ignore the body (RFC 7009, section 2.2), but some accept nothing but JSON.
  if (ctx.status === 200 && ctx.body === '') ctx.body = {}
}

/**
 * Says how to authenticate (RFC 9110, section 15.5.2). The library only does so for a client that used HTTP
 * authentication.
 */
function addChallenge(ctx: Context, realm: string): void {
  if (!ctx.response.get('www-authenticate')) ctx.set('www-authenticate', `Basic realm="${realm}"`)
}

/** The library answers every error with 500, also while the database can't be reached. */
function answerFailure(ctx: Context, failure: Error): void {
  const { status, name, message, retryAfterSeconds } = composeError(failure)
  ctx.status = status
  ctx.body = { error: name, error_description: message }
  if (retryAfterSeconds !== undefined) ctx.set('retry-after', String(retryAfterSeconds))
}

const readLocation = (ctx: Context): string => String(ctx.response.headers['location'] ?? '')

/** Sends an app the same description of an error that its team sees. */
function correctRedirect(ctx: Context): void {
  const location = URL.parse(readLocation(ctx))
  const description = location?.searchParams.get('error_description')
  if (!location || !description) return
  const correct = correctDescription(ctx.oidc.params, description)
  if (correct === description) return
  location.searchParams.set('error_description', correct)
  ctx.redirect(location.href)
}

/** The library's session is the portal's, so the browser needs no second cookie. */
function dropSessionCookie(ctx: Context): void {
  const cookies = ctx.response.headers['set-cookie']
  if (!Array.isArray(cookies)) return
  const others = cookies.filter((cookie) => !cookie.startsWith(`${cookieNames.session}=`))
  if (others.length > 0) ctx.set('set-cookie', others)
  else ctx.remove('set-cookie')
}

function toIntrospection(
  reply: z.infer<typeof ActiveReply>,
  environment: CredentialEnvironment,
  { req }: Context,
): object {
  const claims = requestFacts.get(req)?.swapped?.claims
  if (claims) return composeIntrospection(claims, environment)
  // A refresh token has no type: it is not for the platform's API.
  const { active, client_id: clientId, sub, scope, exp, iat, iss } = reply
  return { active, client_id: clientId, sub, scope, exp, iat, iss, environment }
}

/** Redirects to the page that shows the code, or that says there is none. */
function showCode(ctx: Context, services: Services, environment: CredentialEnvironment): void {
  const { searchParams } = new URL(readLocation(ctx))
  const code = searchParams.get('code')
  const error = searchParams.get('error')
  const path = codePath(environment)
  if (code !== null) {
    ctx.cookies.set(codeCookieName(services), code, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: services.settings.isSecure,
      maxAge: codeCookieSeconds * 1000,
      overwrite: true,
    })
  }
  ctx.redirect(error === null ? path : `${path}?${new URLSearchParams({ error }).toString()}`)
}
