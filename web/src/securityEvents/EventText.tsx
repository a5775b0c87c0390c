import { Text } from '@mantine/core'
import type { AccountSecurityEvent } from '@trestle/domain/securityEvents/contract.ts'
import { securityEventLabel } from '@trestle/domain/securityEvents/kinds.ts'
import { useTranslation } from 'react-i18next'
import '../texts/securityEvents.ts'
import { humanize } from '../ui/humanize.ts'

type EventTextProps = Pick<AccountSecurityEvent, 'kind' | 'details'>

/** Says what happened, with its details below. */
export function EventText({ kind, details }: EventTextProps) {
  const { t } = useTranslation()
  const labels: Record<string, string> = t('securityEvents.detailLabels', { returnObjects: true })
  return (
    <>
      {securityEventLabel(kind)}
      {Object.entries(details).map(([name, value]) => (
        <Text key={name} size="xs" c="dimmed">
          {`${labels[name] ?? humanize(name)}: ${value}`}
        </Text>
      ))}
    </>
  )
}
