import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { errorStatus } from '@trestle/domain/http/errors.ts'
import type { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { readPerPage } from '@trestle/domain/http/paging.ts'
import { matchPage, type MatchedPage, type PageName } from '@trestle/domain/routes.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { findSessionActor, type FindIdentityBySession } from './findSessionActor.ts'
import { toErrorReply } from './errorReply.ts'
import { noSuchCall, RefusalError } from '../errors.ts'
import { publicFolder, type WebBuild } from '../webBuild.ts'
import {
  canRetryModules,
  completeDocument,
  fillTemplate,
  type Loaded,
  type PageContents,
  type PageFacts,
  type Preloads,
} from './pageDocument.ts'
import { createPageLimit } from './pageLimit.ts'
import { parseQuery } from './parse.ts'
import { rememberFor } from '../rememberFor.ts'
import { requestPath, requestQuery } from './requestPath.ts'
import type { BrowserClient } from './route.ts'
import { browserClientFor, perPageCookieName, readUserAgent } from './browserClient.ts'

/** Loads the data every page starts with. Provided by the accounts feature, so that http/ depends on no feature. */
export type Bootstrap = (services: Services, actor: Actor | null, client: BrowserClient) => Promise<Session>

/** A document the server renders itself, without the web app. HTML by default. */
export interface DocumentRoute {
  path: string
  /** Whether this server has it. Defaults to always. */
  isOn?: (services: Services) => boolean
  type?: 'text/html' | 'text/plain' | 'application/xml'
  /** How long this server and clients may reuse the reply, the same for everyone. Defaults to not at all. */
  maxAgeSeconds?: number
  render: (services: Services) => Promise<string | { redirect: string }>
}

interface PageRequest {
  /** The parameters as they are in the address, not decoded. */
  params: MatchedPage['params']
  query: unknown
  /** The address without the query. */
  address: string
  client: Pick<BrowserClient, 'address' | 'userAgent'>
  /** Whether a person will read it: false for browser prefetches and HEAD requests. */
  isVisit: boolean
}

type Load<Asker> = (
  services: Services,
  actor: Asker,
  requested: PageRequest,
) => Promise<Loaded | { redirect: string }>

/**
 * The data one page needs in addition to the session, embedded in its bootstrap data so that opening it needs no
 * further request. `load` checks access itself; its refusal is embedded in place of the data.
 */
export type EmbeddedData = { page: PageName } & (
  | { access: 'signedIn'; load: Load<Actor> }
  | { access: 'anyone'; load: Load<Actor | null> }
)

export interface PageOptions {
  web: WebBuild
  bootstrap: Bootstrap
  embedded: EmbeddedData[]
  findIdentityBySession: FindIdentityBySession
  documents: DocumentRoute[]
  /** Returns null for an address without a page, or with a page that this caller may not see. */
  lookUpPage: (services: Services, page: OpenedPage) => PageFacts | null
  /** Returns the addresses of the calls that a page makes immediately for someone who is signed in. */
  firstCalls: (page: MatchedPage, conditions: Session['flags'] & { per_page: number }) => string[]
}

/** An address that someone opens in a browser. */
export interface OpenedPage {
  path: string
  query: unknown
  actor: Actor | null
}

interface LookedUpPage extends OpenedPage {
  /** Null for an address without a page. */
  facts: PageFacts | null
}

/** Every address without its own route is a page, or a reply that it doesn't exist. */
export const pagesPath = '/*'

/** Serves the web app at every address without its own route, and the documents that the server renders itself. */
export async function servePages(
  app: FastifyInstance,
  services: Services,
  options: PageOptions,
): Promise<void> {
  const hasWeb = existsSync(options.web.folder)
  const limitPage = createPageLimit(app, services.settings)
  if (hasWeb) await serveAssets(app, options.web)
  for (const document of options.documents) {
    if (document.isOn?.(services) ?? true) serveDocument(app, services, document, limitPage)
  }
  refuseOtherMethods(app)
  app.get(pagesPath, { schema: { hide: true }, config: { isUnlimited: true } }, async (request, reply) => {
    const path = requestPath(request.url)
    if (hasWeb && /^\/[\w-]+\.(svg|js|txt|ico|png|webmanifest)$/.test(path)) {
      return reply.sendFile(path.slice(1))
    }
    await limitPage(request)
    const actor = await findSessionActor(services, request, options.findIdentityBySession)
    // The router parses the query of its own routes only.
    const query = parseQuery(requestQuery(request.url))
    const opened = { path, query, actor }
    const facts = options.lookUpPage(services, asVisitorUntilEnrolled(opened))
    return sendPage(services, options, { ...opened, facts }, request, reply.code(facts ? 200 : 404))
  })
}

/** Source maps are for the service that reads error reports, not for browsers. */
const isSourceMap = (name: string): boolean => /\.map$/i.test(name)

/** Serves the files of the build, whose names change with their content. */
async function serveAssets(app: FastifyInstance, web: WebBuild): Promise<void> {
  // With the option `allowedPath`, the library would list the folder for each request. It has thousands of files.
  await app.register(fastifyStatic, { root: web.folder, serve: false, preCompressed: true })
  for (const folder of ['assets', `${publicFolder}/assets`]) {
    app.get(`/${folder}/*`, { schema: { hide: true }, config: { isUnlimited: true } }, (request, reply) => {
      const { '*': name = '' } = request.params as { '*'?: string }
      if (isSourceMap(name)) return reply.callNotFound()
      return reply.sendFile(`${folder}/${name}`, { immutable: true, maxAge: '365d' })
    })
  }
}

function serveDocument(
  app: FastifyInstance,
  services: Services,
  { path, type = 'text/html', maxAgeSeconds, render }: DocumentRoute,
  limitPage: ReturnType<typeof createPageLimit>,
): void {
  const load = () => render(services)
  const read = maxAgeSeconds ? rememberFor(maxAgeSeconds * 1000, services.now, load) : load
  app.get(path, { schema: { hide: true }, config: { isUnlimited: true } }, async (request, reply) => {
    await limitPage(request)
    const rendered = await read()
    if (maxAgeSeconds) reply.header('cache-control', `public, max-age=${maxAgeSeconds}`)
    if (typeof rendered !== 'string') return reply.redirect(rendered.redirect, 302)
    return reply.type(`${type}; charset=utf-8`).send(rendered)
  })
}

/** Refuses requests other than GET and HEAD, the only ones that pages answer, before their body is read. */
function refuseOtherMethods(app: FastifyInstance): void {
  const refuse = (): never => {
    throw new RefusalError(noSuchCall)
  }
  app.addHook('onRequest', ({ is404 }, _reply, done) => {
    if (is404) refuse()
    done()
  })
  app.setNotFoundHandler(refuse)
}

/** Returns a page as a visitor sees it, for staff who must set up a second factor first. */
const asVisitorUntilEnrolled = <Page extends OpenedPage>(opened: Page): Page =>
  opened.actor?.enrollment?.is_due ? { ...opened, actor: null } : opened

/**
 * Embeds a page's data. Data for signed-in users isn't embedded for anonymous clients, whom the page sends to sign in,
 * and not before someone accepts the current terms.
 */
async function embed(
  services: Services,
  embedded: EmbeddedData[],
  { path: address, query, actor }: OpenedPage,
  request: FastifyRequest,
): Promise<Loaded | { redirect: string } | { refusal: ErrorReply } | undefined> {
  const found = matchPage(address)
  const known = embedded.find(({ page }) => page === found?.name)
  if (!known) return undefined
  const { method, headers, ip } = request
  const requested: PageRequest = {
    params: found?.params ?? {},
    query,
    address,
    client: { address: ip, userAgent: readUserAgent(request) },
    isVisit: method === 'GET' && !/prefetch|prerender/.test(String(headers['sec-purpose'] ?? '')),
  }
  try {
    if (known.access === 'anyone') return await known.load(services, actor, requested)
    return actor && !actor.terms_due ? await known.load(services, actor, requested) : undefined
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return { refusal: toErrorReply(error, request.id) }
  }
}

/** Sends visitors the pages that the server renders, and everyone else the web app with the same data. */
async function sendPage(
  services: Services,
  options: PageOptions,
  opened: LookedUpPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const template = await options.web.readTemplate()
  if (!template) {
    return reply.code(503).type('text/plain').send('The web app is not built yet: run npm run build.')
  }
  const page = await embed(services, options.embedded, asVisitorUntilEnrolled(opened), request)
  if (page && 'redirect' in page) return reply.redirect(page.redirect, 302)
  if (page && 'refusal' in page) reply.code(errorStatus[page.refusal.code])
  const session = await options.bootstrap(services, opened.actor, browserClientFor(services, request, reply))
  const contents: PageContents = {
    session,
    page,
    known: opened.facts,
    nonce: reply.styleNonce,
    build: options.web.id(),
  }
  const rendered = opened.actor ? null : await renderPublicPage(services, options.web, opened.path, contents)
  reply.type('text/html; charset=utf-8')
  if (rendered) return reply.send(rendered)
  const perPage = readPerPage(request.cookies[perPageCookieName(services)])
  const conditions = { ...session.flags, per_page: perPage }
  const preloads = await findPreloads(options, asVisitorUntilEnrolled(opened), conditions, request)
  return reply.send(fillTemplate(template, services.settings, { ...contents, preloads }))
}

/**
 * Returns what a page loads for someone who is signed in. With a query, only the page knows how its lists are filtered
 * and sorted, so nothing is preloaded. Before someone accepts the terms, calls are refused.
 */
async function findPreloads(
  { web, firstCalls }: PageOptions,
  { path, query, actor, facts }: LookedUpPage,
  conditions: Session['flags'] & { per_page: number },
  { headers }: FastifyRequest,
): Promise<Preloads | undefined> {
  const found = actor && facts && matchPage(path)
  if (!found) return undefined
  const pages = await web.readPageFiles()
  const files = pages[[found.name, found.params['tab']].filter(Boolean).join('/')]
  if (!files) return undefined
  const hasQuery = Object.keys(query as object).length > 0
  const calls = hasQuery || actor.terms_due ? [] : firstCalls(found, conditions)
  return { ...files, calls, retriesModules: canRetryModules(headers) }
}

/** Returns a visitor's document; null for a page that only the web app renders. */
async function renderPublicPage(
  { settings }: Services,
  web: WebBuild,
  pathname: string,
  contents: PageContents,
): Promise<string | null> {
  const { session, page, nonce } = contents
  if (!page || 'refusal' in page || !page.view) return null
  const pages = await web.loadPublicPages()
  if (!pages) return null
  const { render, assets } = pages
  const { view } = page
  const rendered = render({ view, session, pathname, assets, styleNonce: nonce })
  return completeDocument(rendered, settings, { ...contents, view })
}
