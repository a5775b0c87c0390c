import type { Branch, GroupDocument } from '@trestle/domain/reference/content.ts'
import { chosenBranch, readableDocument, type Reader } from '@trestle/domain/reference/rules.ts'
import { orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'

/** Returns the branch to read from. A branch that the caller may not read looks like an unknown one. */
export function branchFor(
  { reference }: Pick<Services, 'reference'>,
  reader: Reader | null,
  sha: string | undefined,
): Branch {
  return orNotFound(chosenBranch(reference, reader, sha), 'Branch')
}

/** Like `branchFor`, but for lists: without any documentation, they are empty. */
export function branchOrNothing(
  services: Pick<Services, 'reference'>,
  reader: Reader | null,
  sha: string | undefined,
): Pick<Branch, 'docs' | 'groups' | 'changelog'> {
  const isEmpty = services.reference.length === 0 && sha === undefined
  return isEmpty ? { docs: [], groups: [], changelog: [] } : branchFor(services, reader, sha)
}

/** Returns the resource group with this slug, without the parts that the reader may not read. */
export function findGroup(
  { groups }: Pick<Branch, 'groups'>,
  slug: string,
  reader: Reader | null,
): GroupDocument | undefined {
  const group = groups.find((document) => document['x-group'].slug === slug)
  return group && readableDocument(group, reader)
}
