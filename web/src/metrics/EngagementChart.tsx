import '@mantine/charts/styles.layer.css'
import { AreaChart } from '@mantine/charts'
import { useEffect, useState } from 'react'
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

/** Shows days as a line; pointer and arrow keys move from day to day, and show and announce each value. */
export function EngagementChart({ label, kind, days }: EngagementChartProps) {
  const { t } = useTranslation()
  const [isFocused, setIsFocused] = useState(false)
  const [point, setPoint] = useState<string | null>(null)
  const reported = ({ date, count }: Day) =>
    t('metrics.engagementReport.point', { date, value: t(labels[kind], { count }) })
  const day = days.find(({ date }) => date === point)
  // The chart's types lack aria-label, but its svg accepts it.
  const named = { 'aria-label': label, role: 'application' }
  return (
    <div onFocus={() => setIsFocused(true)} onBlur={() => setIsFocused(false)}>
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
        areaChartProps={named}
        xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
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
