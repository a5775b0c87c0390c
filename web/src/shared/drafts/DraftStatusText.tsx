import { Text } from '@mantine/core'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/drafts.ts'
import { usePageAge } from '../../ui/useNow.ts'
import type { DraftStatus } from './draftSaver.ts'

/** Shows whether the input is stored: "Backed up 10 s ago". Not announced by screen readers. */
export function DraftStatusText({ status }: { status: DraftStatus }) {
  const { t } = useTranslation()
  const now = usePageAge(status.state === 'saved')
  const toText = (): string | null => {
    switch (status.state) {
      case 'none':
        return null
      case 'saving':
        return t('drafts.saving')
      case 'waiting':
        return t('drafts.waiting')
      case 'refused':
        return t('drafts.refused', { reason: status.message })
      case 'saved': {
        const ageMs = Math.max(0, now - status.at)
        if (ageMs >= hourMs) return t('drafts.savedLongAgo')
        return ageMs < minuteMs
          ? t('drafts.savedSeconds', { age: Math.floor(ageMs / 1000) })
          : t('drafts.savedMinutes', { age: Math.floor(ageMs / minuteMs) })
      }
    }
  }
  const text = toText()
  if (text === null) return null
  return (
    <Text component="span" size="sm" c="dimmed">
      {text}
    </Text>
  )
}
