import { TextInput } from '@mantine/core'
import { useState } from 'react'

/** Years are typed digit by digit: 0002 is an intermediate state of 2026, not a search. */
const earliest = '2000-01-01'
const latest = '2999-12-31'

interface DayFieldProps {
  label: string
  /** YYYY-MM-DD, or '' for none. */
  value: string
  onChange: (day: string) => void
  min?: string | undefined
  max?: string | undefined
  /** The error for a day outside `min` and `max`, which stays in the field but is not passed on. */
  outside: string
}

/** Filters a list by a day, once the date is complete. */
export function DayField({ label, value, onChange, min, max, outside }: DayFieldProps) {
  const [field, setField] = useState({ typed: value, applied: value, isOutside: false })
  if (field.applied !== value) setField({ typed: value, applied: value, isOutside: false })
  const change = (typed: string, { valid, rangeUnderflow, rangeOverflow }: ValidityState) => {
    const isWhole = typed === '' || (typed >= earliest && typed <= latest)
    setField({
      typed,
      applied: valid && isWhole ? typed : value,
      isOutside: isWhole && (rangeUnderflow || rangeOverflow),
    })
    if (valid && isWhole && typed !== value) onChange(typed)
  }
  return (
    <TextInput
      type="date"
      label={label}
      value={field.typed}
      min={min ?? earliest}
      max={max ?? latest}
      error={field.isOutside ? outside : undefined}
      onChange={(event) => change(event.currentTarget.value, event.currentTarget.validity)}
    />
  )
}
