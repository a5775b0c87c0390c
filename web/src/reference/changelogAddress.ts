import { commaList } from '@trestle/domain/http/filters.ts'
import { changeTypes, type ChangeType } from '@trestle/domain/reference/content.ts'
import { z } from 'zod'

/** Changelog filters in the address; invalid values are ignored (CHG-14). */
export const ChangelogFilters = z.object({
  type: commaList(z.array(z.string()))
    .transform((types) => changeTypes.filter((type) => types.includes(type)))
    .optional()
    .catch(undefined),
  breaking: z.literal('true').optional().catch(undefined),
  search: z.string().optional().catch(undefined),
})
export type ChangelogFilters = z.infer<typeof ChangelogFilters>

/** Returns the selected types; without types in the address, all are selected (CHG-16). */
export const selectedTypes = ({ type }: Pick<ChangelogFilters, 'type'>): readonly ChangeType[] =>
  type ?? changeTypes

/** Returns the types for the address: undefined for all, and a value that is not a type for none. */
export function typesInAddress(selected: readonly ChangeType[]): string[] | undefined {
  if (selected.length === changeTypes.length) return undefined
  return selected.length === 0 ? ['none'] : changeTypes.filter((type) => selected.includes(type))
}
