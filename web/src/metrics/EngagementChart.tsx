import '@mantine/charts/styles.layer.css'
import { AreaChart } from '@mantine/charts'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActiveTooltipLabel } from 'recharts'
import '../texts/metrics.ts'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import classes from './Metrics.module.css'

interface Day {
  date: string
  count: number
}

interface EngagementChartProps {
  /** The chart's accessible name. */
  label: string
  kind: 'installations' | 'visits'
  days: Day[]
}

const colors = { installations: 'var(--tone-accent-line)', visits: 'var(--tone-production-line)' }

const labels = {
  installations: 'metrics.engagementReport.installationsOf',
  visits: 'metrics.engagementReport.visitsOf',
} as const

const week = 7

/**
 * Returns by how many days a key moves the point, as in a slider: up is forward. The chart itself handles the arrow
 * keys.
 */
function stepsFor(key: string, count: number): number {
  switch (key) {
    case 'Home':
      return -count
    case 'End':
      return count
    case 'PageUp':
      return week
    case 'PageDown':
      return -week
    default:
      return 0
  }
}

/** Presses an arrow key for each day, because the chart has no other way to move its point, and stops at its ends. */
function moveBy(steps: number, chart: EventTarget): void {
  const key = steps > 0 ? 'ArrowRight' : 'ArrowLeft'
  for (let step = 0; step < Math.abs(steps); step++) {
    chart.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }))
  }
}

/** Shows days as a line; pointer and keys move from day to day, and show and announce each value. */
export function EngagementChart({ label, kind, days }: EngagementChartProps) {
  const { t } = useTranslation()
  const [isFocused, setIsFocused] = useState(false)
  const [point, setPoint] = useState<string | null>(null)
  const reported = ({ date, count }: Day) =>
    t('metrics.engagementReport.point', { date, value: t(labels[kind], { count }) })
  const day = days.find(({ date }) => date === point)
  // The chart's types lack aria-label, but its svg accepts it.
  const named = { 'aria-label': label, role: 'application' }
  // Without it, the top number moves below its line.
  const margin = { top: 10 }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsFor(event.key, days.length)
    if (steps === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // Otherwise the page would scroll.
    event.preventDefault()
    moveBy(steps, event.target)
  }
  return (
    <div
      role="presentation"
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onKeyDown={onKeyDown}
    >
      <AreaChart
        h={240}
        data={days}
        dataKey="date"
        series={[{ name: 'count', color: colors[kind] }]}
        curveType="linear"
        withDots={days.length === 1}
        fillOpacity={0.25}
        gridColor="var(--line)"
        textColor="var(--text-muted)"
        areaChartProps={{ ...named, margin }}
        xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        tooltipProps={{
          content: ({ active, label: date }) => {
            const shown = active ? days.find((each) => each.date === date) : undefined
            return shown ? <p className={classes['tip']}>{reported(shown)}</p> : null
          },
        }}
      >
        <PointWatch onPoint={setPoint} />
      </AreaChart>
      {/* Pointer movements are not announced, because screen reader users can't follow them. */}
      <LiveRegion>{isFocused && day && reported(day)}</LiveRegion>
    </div>
  )
}

/** Reports the day under the chart's pointer; it must be rendered inside the chart to know it. */
function PointWatch({ onPoint }: { onPoint: (date: string | null) => void }) {
  const label = useActiveTooltipLabel()
  useEffect(() => onPoint(typeof label === 'string' ? label : null), [label, onPoint])
  return null
}
