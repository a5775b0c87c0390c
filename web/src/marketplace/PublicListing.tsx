import type { ListingContent } from '@trestle/domain/listings/content.ts'

export function PublicListing({ content }: { content: ListingContent; facts: object }) {
  return <h1>{content.public_name}</h1>
}
