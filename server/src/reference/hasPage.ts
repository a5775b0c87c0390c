import { chosenBranch, type Reader } from '@trestle/domain/reference/rules.ts'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { findGroup } from './branch.ts'

interface ReferencePage {
  kind: 'doc' | 'group'
  slug: string
  /** The query of the page's address. */
  query: unknown
}

const PageQuery = z.object({ custom_service_sha: z.string().trim().optional() }).catch({})

/**
 * Returns whether the reference has a page that this reader may open. With `DEV_API_URL` the browser reads the
 * reference from another server, and only that server knows its pages.
 */
export function hasReferencePage(
  { reference, settings }: Pick<Services, 'reference' | 'settings'>,
  reader: Reader | null,
  { kind, slug, query }: ReferencePage,
): boolean {
  if (settings.DEV_API_URL !== undefined) return true
  const branch = chosenBranch(reference, reader, PageQuery.parse(query).custom_service_sha)
  if (!branch) return false
  if (kind === 'doc') return branch.docs.some((doc) => doc.slug === slug)
  return findGroup(branch, slug, reader) !== undefined
}
