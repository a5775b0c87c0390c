import { Button, Group } from '@mantine/core'
import type { ReportRange } from '@trestle/domain/metrics/contract.ts'
import { reportRanges } from '@trestle/domain/metrics/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/metrics.ts'
import { reportAddress } from './reportAddress.ts'

interface ReportRangeNavProps {
  address: string
  range: ReportRange
}

/** Links to the ranges. Each range is its own address, so it can be shared and Back returns to the last one. */
export function ReportRangeNav({ address, range }: ReportRangeNavProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('metrics.engagementReport.range')}>
      <Group gap="xs" mb="md">
        {reportRanges.map((each) => (
          <Button
            key={each}
            component="a"
            size="xs"
            variant={each === range ? 'filled' : 'default'}
            href={reportAddress(address, { range: each })}
            aria-current={each === range ? 'page' : undefined}
          >
            {each === 'all'
              ? t('metrics.engagementReport.allDays')
              : t('metrics.engagementReport.lastDays', { days: each })}
          </Button>
        ))}
      </Group>
    </nav>
  )
}
