import { changeTypes, type ChangeType } from '@trestle/domain/reference/changeTypes.ts'
import type { ReadFilters } from '../shared/listState.ts'
import { readChoice, readText } from '../shared/readers.ts'

export interface ChangelogFilters {
  type: ChangeType[] | undefined
  breaking: 'true' | undefined
  search: string | undefined
}

/** Accepts a list, or values separated by commas. */
function readTypes(value: unknown): ChangeType[] | undefined {
  const values = typeof value === 'string' ? [value] : value
  if (!Array.isArray(values) || !values.every((each) => typeof each === 'string')) return undefined
  const types = values.flatMap((each) => each.split(',')).map((each) => each.trim())
  return changeTypes.filter((type) => types.includes(type))
}

/** Reads the changelog's filters from the address; invalid values are ignored (CHG-14). */
export const readChangelogFilters: ReadFilters<ChangelogFilters> = ({ type, breaking, search }) => ({
  type: readTypes(type),
  breaking: readChoice(breaking, ['true']),
  search: readText(search),
})

/** Returns the selected types; without types in the address, all are selected (CHG-16). */
export const selectedTypes = ({ type }: Pick<ChangelogFilters, 'type'>): readonly ChangeType[] =>
  type ?? changeTypes

/** The value for no types, because an address without the filter means all types. */
export const noTypes = 'none'

/** Returns the types for the address: undefined for all, and a value that is not a type for none. */
export function typesInAddress(selected: readonly ChangeType[]): string[] | undefined {
  if (selected.length === changeTypes.length) return undefined
  return selected.length === 0 ? [noTypes] : changeTypes.filter((type) => selected.includes(type))
}
