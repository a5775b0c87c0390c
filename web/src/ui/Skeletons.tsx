import { Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from './LiveRegion.tsx'
import { useWaiting } from './useWaiting.ts'

/** Announces loading: nothing at first, text after two seconds. */
export function WaitingNote() {
  const { t } = useTranslation()
  const waiting = useWaiting()
  if (waiting === 'words') return <Text component="output">{t('ui.loadingStill')}</Text>
  return <LiveRegion>{t('ui.loading')}</LiveRegion>
}

/** Shows a placeholder for lines of text; give the expected number of lines. */
export function LinesSkeleton({ lines = 4 }: { lines?: number }) {
  const waiting = useWaiting()
  return (
    <Stack gap="sm">
      <WaitingNote />
      {waiting !== 'none' &&
        Array.from({ length: lines }, (_, i) => (
          <Skeleton key={i} height={14} width={`${90 - ((i * 17) % 40)}%`} />
        ))}
    </Stack>
  )
}

/** Shows a placeholder for a form. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  const waiting = useWaiting()
  return (
    <Stack gap="lg">
      <WaitingNote />
      {waiting !== 'none' &&
        Array.from({ length: fields }, (_, i) => (
          <Stack gap={6} key={i}>
            <Skeleton height={12} width={120} />
            <Skeleton height={36} />
          </Stack>
        ))}
    </Stack>
  )
}

/** Shows a placeholder for a whole page. */
export function PageSkeleton() {
  const waiting = useWaiting()
  return (
    <Stack gap="xl" py="lg">
      {waiting !== 'none' && <Skeleton height={28} width="40%" />}
      <LinesSkeleton lines={6} />
    </Stack>
  )
}
