import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner, type Failure } from './ErrorBanner.tsx'

interface FailedStateProps {
  /** What failed: `Your apps could not be loaded.` */
  title?: string | undefined
  error: Failure
  onRetry: () => void
  retrying?: boolean | undefined
}

/** A failed load never looks empty. */
export function FailedState({ title, error, onRetry, retrying = false }: FailedStateProps) {
  const { t } = useTranslation()
  return (
    <div>
      <ErrorBanner title={title ?? t('ui.loadFailed')} error={error} />
      <Group mt="md">
        <Button variant="default" onClick={onRetry} loading={retrying}>
          {t('ui.retry')}
        </Button>
      </Group>
    </div>
  )
}
