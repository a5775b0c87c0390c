import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { emptyBootstrap, type PublicView } from '@trestle/domain/shell/publicPage.ts'
import type { Settings } from '../settings.ts'
import { blockJson, escapeHtml } from '../text/html.ts'
import type { PageFiles } from '../webBuild.ts'

/** A page's metadata in the document, before the web app runs: for tabs, bookmarks and search engines. */
export interface PageFacts {
  /** Null where only the web app knows it. */
  title: string | null
  description: string | null
  /** Set for pages that anyone can find and share. */
  shared?: SharedPage
}

/** The metadata that link previews and search engines read. */
export interface SharedPage {
  /** The page's canonical address, starting at the root. */
  address: string
  /** Shown next to a link to the page; the address starts at the root. */
  image: { address: string; description: string; width: number | null; height: number | null } | null
  /** The same facts as schema.org structured data. */
  structured: object | null
}

export interface Loaded {
  /** The data that the web app starts with. */
  data?: unknown
  /** The page's facts, if its data includes them. */
  facts?: PageFacts
  /** The page that visitors get instead of the web app. */
  view?: PublicView
}

/** The build files and API addresses that a page loads immediately. */
export interface Preloads extends PageFiles {
  calls: string[]
  /** Whether the browser retries a module whose preload failed. */
  retriesModules: boolean
}

/**
 * Returns whether it is Chromium 156 or later. Every other browser remembers for the document's life that a module
 * failed.
 */
export function canRetryModules({ 'sec-ch-ua': brands = '' }: IncomingHttpHeaders): boolean {
  const [, version = '0'] = /"Chromium";v="(\d+)"/.exec(String(brands)) ?? []
  return Number(version) >= 156
}

/** A document's content, and the data that its scripts start with. */
export interface PageContents {
  session: Session
  page: Loaded | { refusal: ErrorReply } | undefined
  /** Facts that don't need the page's data. */
  known: PageFacts | null
  nonce: string
  /** The id of the web app's build. */
  build: string | null
}

/** Returns the facts from the page's data, which are more precise than those from its address. */
const pickFacts = ({ page, known }: PageContents): PageFacts | null =>
  (page && 'facts' in page ? page.facts : undefined) ?? known

/** Returns the document of the web app. */
export function fillTemplate(
  template: string,
  settings: Settings,
  contents: PageContents & { preloads: Preloads | undefined },
): string {
  const { session, build, page, nonce, preloads } = contents
  const embedded = toEmbedded(page)
  const data = { ...session, build, ...(embedded && { page: embedded }) }
  // The nonce first: data may contain the text that it replaces.
  return template
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('<!--bootstrap-->', () => bootstrapBlock(data))
    .replace(/<title>.*<\/title>/, () => documentHead(pickFacts(contents), settings))
    .replace('</head>', () => `${preloads ? preloadTags(preloads) : ''}</head>`)
}

/**
 * Returns a visitor's document: as the React components rendered it, with its metadata and its script's initial data.
 */
export function completeDocument(
  rendered: string,
  settings: Settings,
  contents: PageContents & { view: PublicView },
): string {
  const { session, build, view } = contents
  return rendered
    .replace('<title></title>', () => documentHead(pickFacts(contents), settings))
    .replace(emptyBootstrap, () => bootstrapBlock({ ...session, build, view }))
}

/**
 * Returns the tags that load a page's own files and data together with those of the document. A `modulepreload` is also
 * compiled while it arrives, in another thread.
 */
function preloadTags({ styles, calls, scripts, retriesModules }: Preloads): string {
  const script = retriesModules ? 'rel="modulepreload"' : 'rel="preload" as="script"'
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...calls.map((address) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(address)}">`),
    ...scripts.map((file) => `<link ${script} crossorigin href="/${file}">`),
  ].join('\n    ')
}

/** Returns the element with the initial data of a page's scripts. */
const bootstrapBlock = (data: object): string => emptyBootstrap.replace('><', () => `>${blockJson(data)}<`)

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`

/** Returns the meta tags that link previews (Open Graph and Twitter cards) and search engines read. */
function sharedTags(
  { title, description }: PageFacts,
  shared: SharedPage,
  { PUBLIC_URL, PLATFORM_NAME }: Settings,
): string[] {
  const { address, image, structured } = shared
  const href = `${PUBLIC_URL}${address}`
  return [
    `<link rel="canonical" href="${escapeHtml(href)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', PLATFORM_NAME),
    meta('property', 'og:title', title ?? PLATFORM_NAME),
    meta('property', 'og:description', description ?? ''),
    meta('property', 'og:url', href),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...(image ? imageTags(image, PUBLIC_URL) : []),
    ...(structured ? [`<script type="application/ld+json">${blockJson(structured)}</script>`] : []),
  ]
}

const imageTags = (image: NonNullable<SharedPage['image']>, publicUrl: string): string[] => [
  meta('property', 'og:image', `${publicUrl}${image.address}`),
  meta('property', 'og:image:alt', image.description),
  ...(image.width ? [meta('property', 'og:image:width', String(image.width))] : []),
  ...(image.height ? [meta('property', 'og:image:height', String(image.height))] : []),
]

function documentHead(facts: PageFacts | null, settings: Settings): string {
  const title = [facts?.title, settings.PLATFORM_NAME].filter(Boolean).join(' · ')
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    ...(facts?.description ? [meta('name', 'description', facts.description)] : []),
    ...(facts?.shared ? sharedTags(facts, facts.shared, settings) : []),
  ]
  return tags.join('\n    ')
}

/** Omits the parts that only the server reads. */
function toEmbedded(page: PageContents['page']): object | undefined {
  if (!page || 'refusal' in page) return page
  return page.data === undefined ? undefined : { data: page.data }
}
