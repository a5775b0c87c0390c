import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Feed } from 'feed'
import type { Services } from '../services.ts'
import { refusalError } from '../errors.ts'
import { sendValidated } from './etag.ts'
import { renderMarkdown } from '../text/renderMarkdown.ts'
import { escapeHtml } from '../text/html.ts'

export interface FeedEntry {
  /** An address on the portal, which never changes for this entry. */
  id: string
  title: string
  /** A path on the portal, or an absolute address. */
  href: string
  /** Markdown. */
  text: string
  published: Date
  updated: Date
  tags?: string[]
}

/** A feed at `path.atom` and `path.json`. Provided by a feature, so that the HTTP layer doesn't depend on features. */
export interface FeedRoute {
  path: string
  title: (platform: string) => string
  description: string
  /** Newest first. */
  entries: (services: Services) => Promise<FeedEntry[]>
}

/** A feed at `/feeds{path}/{token}.atom` and `.json`. Anyone with the token in the address can read it. */
export interface PrivateFeedRoute extends FeedRoute {
  /** Refuses a token that isn't valid. */
  admit: (services: Services, token: string) => Promise<void>
  /** Returns a message on where to get an address, for requests without a token. */
  hint: (services: Services) => string
}

const endings = ['atom', 'json'] as const
type Ending = (typeof endings)[number]

const contentTypes = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} satisfies Record<Ending, string>

/** Characters that XML can't represent. A single pasted one would make the feed unreadable. */
const invalidXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const withoutInvalidXml = (text: string): string => text.replaceAll(invalidXml, ' ')

const epoch = new Date(0)

const newest = (entries: FeedEntry[]): Date =>
  entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), epoch)

interface Source {
  route: FeedRoute
  /**
   * Public feeds contain their own address. A private feed's address is a secret that readers might share, so it is
   * omitted.
   */
  namesItself: boolean
}

function write(
  ending: Ending,
  { route, namesItself }: Source,
  entries: FeedEntry[],
  services: Services,
): string {
  const { PUBLIC_URL, PLATFORM_NAME } = services.settings
  const address = `${PUBLIC_URL}${route.path}`
  const feed = new Feed({
    id: `${address}.atom`,
    title: route.title(PLATFORM_NAME),
    description: route.description,
    link: address,
    ...(namesItself && { feedLinks: { atom: `${address}.atom`, json: `${address}.json` } }),
    author: { name: PLATFORM_NAME, link: PUBLIC_URL },
    updated: newest(entries),
    generator: false,
  })
  for (const { id, title, href, text, published, updated, tags = [] } of entries) {
    feed.addItem({
      id: `${PUBLIC_URL}${id}`,
      // A title is HTML in Atom and text in JSON.
      title: ending === 'atom' ? escapeHtml(withoutInvalidXml(title)) : title,
      link: new URL(href, PUBLIC_URL).href,
      content: renderMarkdown(withoutInvalidXml(text), PUBLIC_URL),
      published,
      date: updated,
      category: tags.map((name) => ({ name, term: name })),
    })
  }
  return ending === 'atom' ? feed.atom1() : toVersion11(feed.json1())
}

/** The library writes version 1 of JSON Feed, whose `author` became `authors`. */
function toVersion11(text: string): string {
  const { version: _version, author, ...feed } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...feed, authors: [author] })
}

interface Sending extends Source {
  ending: Ending
  services: Services
}

/** Sends the feed, or an empty 304 to a client that already has the latest state. */
async function send(
  { ending, services, ...source }: Sending,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const entries = await source.route.entries(services)
  const body = write(ending, source, entries, services)
  return sendValidated(request, reply, {
    body,
    type: contentTypes[ending],
    cacheControl: source.namesItself ? 'no-cache' : 'private, no-cache',
    modified: newest(entries),
  })
}

const undocumented = { schema: { hide: true } } as const

/** Mounts feeds that anyone can read. */
export function serveFeeds(app: FastifyInstance, services: Services, routes: FeedRoute[]): void {
  for (const route of routes) {
    for (const ending of endings) {
      app.get(`${route.path}.${ending}`, undocumented, (request, reply) =>
        send({ route, namesItself: true, ending, services }, request, reply),
      )
    }
  }
}

/** Mounts feeds for holders of a secret address. */
export function servePrivateFeeds(
  app: FastifyInstance,
  services: Services,
  routes: PrivateFeedRoute[],
): void {
  for (const route of routes) {
    for (const ending of endings) {
      app.get<{ Params: { token: string } }>(
        `/feeds${route.path}/:token.${ending}`,
        undocumented,
        async (request, reply) => {
          await route.admit(services, request.params.token)
          return send({ route, namesItself: false, ending, services }, request, reply)
        },
      )
      app.get(`${route.path}.${ending}`, undocumented, () => {
        throw refusalError('not_signed_in', route.hint(services))
      })
    }
  }
}
