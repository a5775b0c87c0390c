import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { developerOption, findDevelopers } from './queries.ts'
import { AsyncPicker, type PickerOption } from '../ui/AsyncPicker.tsx'
import { bestFirst } from '../ui/matches.ts'

interface DeveloperPickerProps {
  label: string
  placeholder: string
  /** The ids from the address; the names are looked up. A link can name several, but the picker only sets one. */
  ids: readonly number[]
  onPick: (id: number | undefined) => void
  width?: number
}

/** An address can have a hundred, and the field has room for two. */
const maxNames = 2

/** Returns one option for all developers, with the names of the first ones. */
function usePicked(ids: readonly number[]): PickerOption | null {
  const { t } = useTranslation()
  const named = ids.slice(0, maxNames)
  const developers = useQueries({ queries: named.map((id) => developerOption(id)) })
  const [first, ...others] = named.map((id, index) => {
    const unnamed: PickerOption = { value: String(id), label: String(id) }
    return developers[index]?.data ?? unnamed
  })
  if (!first || others.length === 0) return first ?? null
  const names = [first, ...others].map(({ label }) => label).join(', ')
  const more = ids.length - named.length
  const label = more === 0 ? names : t('ui.namesAndMore', { names, count: more })
  return { value: ids.join(','), label }
}

/** Filters a list for platform staff by developers. */
export function DeveloperPicker({ label, placeholder, ids, onPick, width = 240 }: DeveloperPickerProps) {
  return (
    <AsyncPicker
      label={label}
      placeholder={placeholder}
      width={width}
      value={usePicked(ids)}
      load={async (search, signal) => bestFirst(await findDevelopers(search, signal), search)}
      onChange={(picked) => onPick(picked ? Number(picked.value) : undefined)}
    />
  )
}
