import { Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from './LiveRegion.tsx'
import { useWaiting, waitingText, type Waiting } from './useWaiting.ts'

/** Announces loading: nothing at first, text after two seconds. */
export function WaitingNote() {
  const { t } = useTranslation()
  const waiting = useWaiting()
  if (waiting === 'words') return <Text component="output">{t(waitingText())}</Text>
  return <LiveRegion>{t('ui.loading')}</LiveRegion>
}

/** Takes its space immediately, so that nothing moves when it becomes visible. */
function Bar({ waiting, ...size }: { waiting: Waiting; height: number; width?: number | string }) {
  return <Skeleton {...size} style={{ visibility: waiting === 'none' ? 'hidden' : undefined }} />
}

/** Says that something is loading. Becomes visible after two seconds, in the space of bars of this height. */
function Note({ waiting, height }: { waiting: Waiting; height: number }) {
  const { t } = useTranslation()
  if (waiting !== 'words') return <LiveRegion>{t('ui.loading')}</LiveRegion>
  return (
    <Text component="output" h={height}>
      {t(waitingText())}
    </Text>
  )
}

const lineHeight = 14
const gap = 12

/** Shows a placeholder for lines of text; give the expected number of lines. */
export function LinesSkeleton({ lines = 4 }: { lines?: number }) {
  const waiting = useWaiting()
  const replaced = Math.min(lines, 2)
  const shown = waiting === 'words' ? lines - replaced : lines
  return (
    <Stack gap={gap}>
      <Note waiting={waiting} height={replaced * (lineHeight + gap) - gap} />
      {Array.from({ length: shown }, (_, i) => (
        <Bar key={i} waiting={waiting} height={lineHeight} width={`${90 - ((i * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}

const labelHeight = 12
const labelGap = 6
const inputHeight = 36

/** Shows a placeholder for a form. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  const waiting = useWaiting()
  const shown = waiting === 'words' ? fields - 1 : fields
  return (
    <Stack gap="lg">
      <Note waiting={waiting} height={labelHeight + labelGap + inputHeight} />
      {Array.from({ length: shown }, (_, i) => (
        <Stack gap={labelGap} key={i}>
          <Bar waiting={waiting} height={labelHeight} width={120} />
          <Bar waiting={waiting} height={inputHeight} />
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
      <Bar waiting={waiting} height={28} width="40%" />
      <LinesSkeleton lines={6} />
    </Stack>
  )
}
