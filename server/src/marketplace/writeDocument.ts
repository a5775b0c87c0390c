import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { categories, productTools } from '@trestle/domain/listings/lists.ts'
import {
  defaultAppsPerPage,
  type MarketplaceApp,
  type MarketplaceFront,
  type PublicMedia,
} from '@trestle/domain/marketplace/contract.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import { escapeHtml } from '../text/html.ts'
import { shorten } from '../text/shorten.ts'
import type { PageFacts } from '../http/pages.ts'
import type { Settings } from '../settings.ts'

/** The public pages' text as HTML: readable without JavaScript, and until the web app has rendered. */

const marketplace = pageAddress('marketplace')

const element = (tag: string, text: string): string =>
  isBlank(text) ? '' : `<${tag}>${escapeHtml(text)}</${tag}>`
const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
const list = (items: string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
const texts = (items: readonly string[]): string =>
  list(items.filter((text) => !isBlank(text)).map((text) => escapeHtml(text)))
const titled = (title: string, content: string): string =>
  content === '' ? '' : `${element('h2', title)}${content}`

const size = ({ width, height }: PublicMedia): string =>
  width && height ? ` width="${width}" height="${height}"` : ''
const picture = (media: PublicMedia, alt: string, className: string): string =>
  `<img class="${className}" src="${escapeHtml(media.url)}" alt="${escapeHtml(alt)}"${size(media)} />`

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => element('p', part.trim()))
    .join('')

const servedText = (content: string): string => `<main class="served-words">${content}</main>`

export const marketplaceTitle = 'Marketplace'

function appText({ content }: MarketplaceApp): string {
  const { small_logo: logo, pictures } = content
  const [first] = pictures
  const tools = productTools.filter(({ id }) => content.product_tool_ids.includes(id))
  return servedText(
    [
      `<p>${link(marketplace, marketplaceTitle)}</p>`,
      `<header>${logo ? picture(logo, '', 'served-logo') : ''}<div>`,
      element('h1', content.public_name),
      element('p', content.tagline),
      content.built_by === '' ? '' : element('p', `Built by ${content.built_by}`),
      '</div></header>',
      first ? picture(first, first.description || first.name, 'served-picture') : '',
      paragraphs(content.description),
      titled(`With ${content.public_name} you can`, texts(content.feature_bullets)),
      titled('How it works', paragraphs(content.how_it_works)),
      titled('Works with', texts(tools.map(({ title }) => title))),
      titled('Requirements', texts(content.requirements)),
      titled('Pricing', paragraphs(content.pricing_description)),
      titled('Support', content.support_email === '' ? '' : element('p', content.support_email)),
    ].join(''),
  )
}

/** Returns the page's metadata. The first screenshot is the preview of a shared link. */
export function factsOfApp(app: MarketplaceApp, { PUBLIC_URL }: Settings): PageFacts {
  const { slug, version, content } = app
  const address = pageAddress('marketplaceApp', { slug })
  const image = content.pictures[0] ?? content.small_logo
  const description = shorten(
    [content.tagline, content.description]
      .filter(Boolean)
      .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
      .join(' '),
  )
  const [category] = categories.filter(({ id }) => content.category_ids.includes(id))
  return {
    title: `${content.public_name} · ${marketplaceTitle}`,
    description,
    shared: {
      address,
      image: image && {
        address: image.url,
        description: image.description || image.name || content.public_name,
        width: image.width,
        height: image.height,
      },
      structured: {
        '@context': 'https://schema.org',
        '@type': 'SoftwareApplication',
        name: content.public_name,
        description: content.description,
        url: `${PUBLIC_URL}${address}`,
        applicationCategory: 'BusinessApplication',
        ...(category && { applicationSubCategory: category.name }),
        operatingSystem: 'Web',
        ...(version !== null && { softwareVersion: version }),
        ...(image && { image: `${PUBLIC_URL}${image.url}` }),
        author: { '@type': 'Organization', name: content.built_by },
        publisher: { '@type': 'Organization', name: content.sold_by },
      },
      words: appText(app),
    },
  }
}

export function factsOfFront({ query, rows, total }: MarketplaceFront, settings: Settings): PageFacts {
  const { page, per_page, filters } = query
  const isUsual = filters === undefined && per_page === defaultAppsPerPage
  const next = isUsual ? { page: page + 1 } : { filters, per_page, page: page + 1 }
  const items = rows.map(
    ({ slug, public_name, tagline }) =>
      `${link(pageAddress('marketplaceApp', { slug }), public_name)} ${escapeHtml(tagline)}`,
  )
  const description = `Apps that work with ${settings.PLATFORM_NAME}: what they do, what they need and who makes them.`
  const following =
    page * per_page < total ? `<p>${link(`${marketplace}?${stringifyBrackets(next)}`, 'Next page')}</p>` : ''
  return {
    title: marketplaceTitle,
    description,
    shared: {
      // Search results share the canonical address of the whole list.
      address: page === 1 || !isUsual ? marketplace : `${marketplace}?page=${page}`,
      image: null,
      structured: null,
      words: servedText(
        `${element('h1', marketplaceTitle)}${element('p', description)}${list(items)}${following}`,
      ),
    },
  }
}
