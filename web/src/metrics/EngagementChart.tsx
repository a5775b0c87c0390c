import '@mantine/charts/styles.layer.css'
import { AreaChart } from '@mantine/charts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActiveTooltipLabel } from 'recharts'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import classes from './Metrics.module.css'

interface Day {
  date: string
  count: number
}

interface EngagementChartProps {
  /** Names the chart for those who do not see it. */
  label: string
  kind: 'installations' | 'visits'
  days: Day[]
}

const colors = { installations: 'var(--tone-accent-line)', visits: 'var(--tone-production-line)' }

const words = {
  installations: 'metrics.engagementReport.installationsOf',
  visits: 'metrics.engagementReport.visitsOf',
} as const

/** Days as a line; pointer and arrow keys go from day to day, and each is shown and spoken with its figure. */
export function EngagementChart({ label, kind, days }: EngagementChartProps) {
  const { t } = useTranslation()
  const [isFocused, setIsFocused] = useState(false)
  const [point, setPoint] = useState<string | null>(null)
  const reported = ({ date, count }: Day) =>
    t('metrics.engagementReport.point', { date, value: t(words[kind], { count }) })
  const day = days.find(({ date }) => date === point)
  // The chart's types know no aria-label, its svg takes it.
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
      {/* The pointer's way over the chart is not spoken: nobody who hears it would follow. */}
      <LiveRegion>{isFocused && day && reported(day)}</LiveRegion>
    </div>
  )
}

/** Tells which day the chart's pointer stands on; it has to lie inside the chart to know. */
function PointWatch({ onPoint }: { onPoint: (date: string | null) => void }) {
  const label = useActiveTooltipLabel()
  useEffect(() => onPoint(typeof label === 'string' ? label : null), [label, onPoint])
  return null
}
