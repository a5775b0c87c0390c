import { commaList } from '@trestle/domain/http/filters.ts'
import { changeTypes, type ChangeType } from '@trestle/domain/reference/content.ts'
import { z } from 'zod'

/** What an address of the changelog may say; nonsense in it is ignored (CHG-14). */
export const ChangelogFilters = z.object({
  type: commaList(z.array(z.string()))
    .transform((types) => changeTypes.filter((type) => types.includes(type)))
    .optional()
    .catch(undefined),
  breaking: z.literal('true').optional().catch(undefined),
  search: z.string().optional().catch(undefined),
})
export type ChangelogFilters = z.infer<typeof ChangelogFilters>

/** At first every type is selected, and the address says nothing of types (CHG-16). */
export const selectedTypes = ({ type }: Pick<ChangelogFilters, 'type'>): readonly ChangeType[] =>
  type ?? changeTypes

/** What stands in the address: nothing for all types, and a word that is no type for none. */
export function typesInAddress(selected: readonly ChangeType[]): string[] | undefined {
  if (selected.length === changeTypes.length) return undefined
  return selected.length === 0 ? ['none'] : changeTypes.filter((type) => selected.includes(type))
}
