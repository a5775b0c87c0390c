import type { Branch, GroupDocument } from '@trestle/domain/reference/content.ts'
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

/** Returns a page of the reference that this reader may open. */
export function findReferencePage(
  { reference }: Pick<Services, 'reference'>,
  reader: Reader | null,
  { kind, slug, query }: ReferencePage,
): Branch['docs'][number] | GroupDocument | undefined {
  const branch = chosenBranch(reference, reader, PageQuery.parse(query).custom_service_sha)
  if (!branch) return undefined
  if (kind === 'doc') return branch.docs.find((doc) => doc.slug === slug)
  return findGroup(branch, slug, reader)
}
