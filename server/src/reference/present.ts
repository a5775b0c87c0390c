import type { Branch, Doc, GroupDocument } from '@trestle/domain/reference/content.ts'
import type { ResourceGroup, SearchEntry } from '@trestle/domain/reference/contract.ts'
import { guidePassages } from '@trestle/domain/reference/guides.ts'
import {
  listEndpoints,
  readableDocument,
  readsEverything,
  toSlug,
  type Reader,
} from '@trestle/domain/reference/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { presentPassages } from '../documentation/present.ts'
import { oncePer } from '../oncePer.ts'

const readable = (groups: GroupDocument[], reader: Reader | null): GroupDocument[] =>
  groups.flatMap((group) => readableDocument(group, reader) ?? [])

function presentGroup(document: GroupDocument): ResourceGroup {
  const { slug, product_category, support_level } = document['x-group']
  return {
    slug,
    name: document.info.title,
    description: document.info.description ?? '',
    product_category,
    support_level,
    visibility: document['x-doc']?.visibility ?? 'internal',
    endpoints: listEndpoints(document).length,
    links: [{ version: document.info.version, href: `/api/v1/resource_groups/${slug}/openapi.json` }],
  }
}

const allGroups = oncePer((groups: GroupDocument[]) => groups.map(presentGroup))
const publicGroups = oncePer((groups: GroupDocument[]) => readable(groups, null).map(presentGroup))

/** Returns the index of the reference (platform facts §11.3). */
export const presentGroups = ({ groups }: Pick<Branch, 'groups'>, reader: Reader | null): ResourceGroup[] =>
  (readsEverything(reader) ? allGroups : publicGroups)(groups)

const presentGuide = (doc: Doc): SearchEntry[] =>
  presentPassages(doc, guidePassages(doc.body)).map(({ heading, anchor, text }) => {
    const address = pageAddress('referenceDoc', { page: doc.slug })
    return heading === null
      ? { kind: 'doc', title: doc.title, detail: doc.summary, href: address, text }
      : { kind: 'doc', title: heading, detail: doc.title, href: `${address}#${anchor}`, text }
  })

const listGuides = oncePer((docs: Doc[]) => docs.flatMap(presentGuide))

/** Returns one entry for everything that a search can find: guides first, then groups with their calls. */
export function presentSearch(
  { docs, groups }: Pick<Branch, 'docs' | 'groups'>,
  reader: Reader | null,
): SearchEntry[] {
  const calls = readable(groups, reader).flatMap((document): SearchEntry[] => {
    const address = pageAddress('referenceGroup', { group: document['x-group'].slug })
    return [
      {
        kind: 'group',
        title: document.info.title,
        detail: document['x-group'].product_category,
        href: address,
      },
      ...listEndpoints(document).map(({ verb, path, operation }): SearchEntry => ({
        kind: 'endpoint',
        title: operation.summary,
        detail: `${verb} ${path}`,
        href: `${address}#${toSlug(operation.operationId)}`,
      })),
    ]
  })
  return [...listGuides(docs), ...calls]
}
