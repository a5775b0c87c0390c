import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Filters.module.css'

/** Years are typed one digit at a time, so 0002 is an intermediate state of 2026, not a search. */
const earliest = '2000-01-01'
const latest = '2999-12-31'

interface DayFieldProps {
  label: string
  value: string
  /** Called once the date is complete. */
  onChange: (day: string) => void
  min?: string | undefined
  max?: string | undefined
  /** The error for a day outside `min` and `max`, which stays in the field but is not passed on. */
  outside: string
}

function DayField({ label, value, onChange, min, max, outside }: DayFieldProps) {
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

interface DayRangeProps {
  /** YYYY-MM-DD, or '' for none. */
  from: string
  /** YYYY-MM-DD, or '' for none. */
  to: string
  onChange: (changed: { from: string } | { to: string }) => void
}

/** Filters a list by the first and the last day, in UTC. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['days']}>
      <DayField
        label={t('ui.fromDay')}
        value={from}
        max={to || undefined}
        outside={t('ui.afterLastDay')}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        label={t('ui.toDay')}
        value={to}
        min={from || undefined}
        outside={t('ui.beforeFirstDay')}
        onChange={(day) => onChange({ to: day })}
      />
    </div>
  )
}
