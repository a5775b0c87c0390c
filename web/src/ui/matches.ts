import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { foldText } from '@trestle/domain/text/foldText.ts'

const toText = (typed: string): string => foldText(typed.trim())

function rank(label: string, text: string): number {
  const folded = foldText(label)
  if (folded.startsWith(text)) return 0
  return folded.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').includes(` ${text}`) ? 1 : 2
}

/** Sorts options that begin with the typed text first, then options with a word that does. */
export function bestFirst<Option extends { label: string }>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const text = toText(typed)
  if (text === '') return [...options]
  return options.toSorted((one, other) => rank(one.label, text) - rank(other.label, text))
}

/** Finds the options that contain the typed text, best matches first. The filter of every searchable select. */
export const filterOptions: OptionsFilter = ({ options, search }) => {
  const text = toText(search)
  const find = (items: readonly ComboboxItem[]) =>
    bestFirst(
      items.filter(({ label }) => foldText(label).includes(text)),
      text,
    )
  const groups = options.filter((option) => 'group' in option)
  if (groups.length === 0) return find(options.filter((option) => 'value' in option))
  return groups
    .map(({ group, items }) => ({ group, items: find(items) }))
    .filter(({ items }) => items.length > 0)
}
