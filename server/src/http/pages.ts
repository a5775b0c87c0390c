import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { errorStatus, type ErrorReply } from '@trestle/domain/http/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { actorOf, visitorOf, type FindActor } from './door.ts'
import { Refused } from './errors.ts'
import type { Visitor } from './route.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The data every page starts with; given by the accounts feature, so that http/ knows none. */
export type Bootstrap = (services: Services, actor: Actor | null, visitor: Visitor) => Promise<unknown>

/** A page the server draws itself, without the web app. */
export interface DocumentRoute {
  path: string
  isOn: (services: Services) => boolean
  render: (services: Services) => Promise<string>
}

interface Asked {
  /** The named groups of the pattern. */
  params: Record<string, string>
  query: unknown
  /** Without the query. */
  address: string
}

/** What one page needs beside the session, written into its bootstrap data: whoever opens it asks nothing more. */
export interface EmbeddedData {
  path: RegExp
  /** Asks itself whether this person may see it: a refusal is embedded in the data's place. */
  load: (services: Services, actor: Actor, asked: Asked) => Promise<{ data: unknown } | { redirect: string }>
}

/** What the document of a page says of it before the web app runs: for tabs, bookmarks and search engines. */
export interface PageFacts {
  /** Null where the app alone knows it. */
  title: string | null
  description: string | null
}

export interface PageOptions {
  bootstrap: Bootstrap
  embedded: EmbeddedData[]
  findActor: FindActor
  documents: DocumentRoute[]
  /** Null for an address without a page. */
  lookUpPage: (services: Services, path: string) => PageFacts | null
}

/** JSON for a data block in HTML: nothing in it can end the block or begin a comment. */
const blockJson = (value: unknown): string => JSON.stringify(value).replace(/</g, String.raw`\u003c`)

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

export async function servePages(
  app: FastifyInstance,
  services: Services,
  options: PageOptions,
): Promise<void> {
  const hasWeb = existsSync(webFolder)
  if (hasWeb) {
    await app.register(fastifyStatic, { root: webFolder, serve: false })
    app.get('/assets/*', { schema: { hide: true } }, (request, reply) => {
      const { '*': name = '' } = request.params as { '*'?: string }
      return reply.sendFile(`assets/${name}`, { immutable: true, maxAge: '365d' })
    })
  }
  for (const document of options.documents) {
    if (!document.isOn(services)) continue
    app.get(document.path, { schema: { hide: true } }, async (_request, reply) => {
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
      return document.render(services)
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    if (path.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD')) {
      throw new Refused({ code: 'not_found', message: 'There is no such call.' })
    }
    if (hasWeb && /^\/[\w-]+\.(svg|js|txt|ico|png|webmanifest)$/.test(path))
      return reply.sendFile(path.slice(1))
    const facts = options.lookUpPage(services, path)
    return sendWebApp(services, options, facts, request, reply.code(facts ? 200 : 404))
  })
}

/** To visitors nothing is embedded: the page sends them to sign in first. */
async function embed(
  services: Services,
  embedded: EmbeddedData[],
  actor: Actor | null,
  request: FastifyRequest,
): Promise<{ data: unknown } | { redirect: string } | { refusal: ErrorReply } | undefined> {
  const address = pathOf(request)
  const known = embedded.find(({ path }) => path.test(address))
  if (!known || !actor) return undefined
  const params = known.path.exec(address)?.groups ?? {}
  try {
    return await known.load(services, actor, { params, query: request.query, address })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, message } = error
    return { refusal: { code, message, errors: [message], request_id: request.id } }
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

function headOf(facts: PageFacts | null, platformName: string): string {
  const title = [facts?.title, platformName].filter(Boolean).join(' · ')
  const description = facts?.description
    ? `\n    <meta name="description" content="${escapeHtml(facts.description)}" />`
    : ''
  return `<title>${escapeHtml(title)}</title>${description}`
}

async function sendWebApp(
  services: Services,
  options: PageOptions,
  facts: PageFacts | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const template = await readFile(`${webFolder}index.html`, 'utf8').catch(() => undefined)
  reply.header('cache-control', 'no-store')
  if (!template)
    return reply.code(503).type('text/plain').send('The web app is not built yet: run npm run build.')
  const actor = await actorOf(services, request, options.findActor)
  const page = await embed(services, options.embedded, actor, request)
  if (page && 'redirect' in page) return reply.redirect(page.redirect, 302)
  if (page && 'refusal' in page) reply.code(errorStatus[page.refusal.code])
  const session = await options.bootstrap(services, actor, visitorOf(services, request, reply))
  const data = page ? { ...(session as object), page } : session
  const block = `<script type="application/json" id="bootstrap">${blockJson(data)}</script>`
  const html = template
    .replace('<!--bootstrap-->', () => block)
    .replace(/<title>.*<\/title>/, () => headOf(facts, services.settings.PLATFORM_NAME))
    .replaceAll('__CSP_NONCE__', reply.cspNonce.style)
  return reply.type('text/html; charset=utf-8').send(html)
}
