import { categories } from '@trestle/domain/listings/lists.ts'
import type { MarketplaceApp, MarketplaceFront } from '@trestle/domain/marketplace/contract.ts'
import { defaultAppsPerPage } from '@trestle/domain/marketplace/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { shorten } from '../text/shorten.ts'
import type { PageFacts } from '../http/pageDocument.ts'
import type { Settings } from '../settings.ts'

const marketplace = pageAddress('marketplace')

const marketplaceTitle = 'Marketplace'

/** Returns the page's metadata. The first screenshot is the preview of a shared link. */
export function toAppPageFacts(app: MarketplaceApp, { PUBLIC_URL }: Settings): PageFacts {
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
    },
  }
}

export function toDirectoryPageFacts({ query }: MarketplaceFront, settings: Settings): PageFacts {
  const { page, per_page, filters } = query
  const isUsual = filters === undefined && per_page === defaultAppsPerPage
  const description = `Apps that work with ${settings.PLATFORM_NAME}: what they do, what they need and who makes them.`
  return {
    title: marketplaceTitle,
    description,
    shared: {
      // Search results share the canonical address of the whole list.
      address: page === 1 || !isUsual ? marketplace : `${marketplace}?page=${page}`,
      image: null,
      structured: null,
    },
  }
}
