import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from './ErrorBanner.tsx'
import type { Failure } from './failure.ts'

interface FailedStateProps {
  /** The description of what failed: `Your apps couldn't be loaded` */
  title?: string | undefined
  error: Failure
  onRetry: () => void
  retrying?: boolean | undefined
  /** The banner can be closed; the retry button stays (ERR-07). */
  dismissible?: boolean
}

/** Shows a failed load with a retry button, so that it never looks like an empty list. */
export function FailedState(props: FailedStateProps) {
  const { title, error, onRetry, retrying = false, dismissible = false } = props
  const { t } = useTranslation()
  const [dismissed, setDismissed] = useState<Failure | null>(null)
  return (
    <div>
      <ErrorBanner
        {...(title !== undefined && { title })}
        keepsTitle
        error={dismissed === error ? null : error}
        {...(dismissible && { onClose: () => setDismissed(error) })}
      />
      <Group mt="md">
        {error.mustReload ? (
          <Button onClick={() => window.location.reload()}>{t('ui.reload')}</Button>
        ) : (
          <Button variant="default" onClick={onRetry} loading={retrying}>
            {t('ui.retry')}
          </Button>
        )}
      </Group>
    </div>
  )
}
