import { useQuery } from '@tanstack/react-query'
import { developerOption, findDevelopers } from './queries.ts'
import { AsyncPicker } from '../ui/AsyncPicker.tsx'

interface DeveloperPickerProps {
  label: string
  placeholder: string
  /** The id from the address; the name is looked up. */
  id: number | undefined
  onPick: (id: number | undefined) => void
}

/** Filters a list for platform staff by one developer. */
export function DeveloperPicker({ label, placeholder, id, onPick }: DeveloperPickerProps) {
  const developer = useQuery({ ...developerOption(id ?? 0), enabled: id !== undefined })
  const unnamed = id === undefined ? null : { value: String(id), label: String(id) }
  return (
    <AsyncPicker
      label={label}
      placeholder={placeholder}
      width={240}
      value={id === undefined ? null : (developer.data ?? unnamed)}
      load={findDevelopers}
      onChange={(picked) => onPick(picked ? Number(picked.value) : undefined)}
    />
  )
}
