import type { Limit } from '@trestle/domain/quotas/rules.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'

const units = [
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', 1000],
] as const

/** Returns the largest unit without a remainder: 3600000 is 1 hour, 5400000 is 90 minutes. */
export function intervalLabel(ms: number): string {
  const [unit, size] = units.find(([, unitMs]) => ms % unitMs === 0) ?? ['millisecond', 1]
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(ms / size)
}

/** Returns functions that label limits, such as "main: 7,200 in 1 hour". */
export function useLimitLabels() {
  const { t } = useTranslation()
  const each = (limits: readonly Limit[]): string[] =>
    limits.map(({ name, fill_type, interval_ms, limit }) =>
      t(`quotas.limit.${fill_type}`, {
        name,
        limit: formatNumber(limit),
        interval: intervalLabel(interval_ms),
        defaultValue: `${name}: ${formatNumber(limit)} / ${intervalLabel(interval_ms)}`,
      }),
    )
  return { each, all: (limits: readonly Limit[]): string => each(limits).join(' · ') }
}
