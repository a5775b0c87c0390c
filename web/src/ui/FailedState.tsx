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
  /** Matters only where data stays on the page: a first load that is tried again shows its skeleton. */
  retrying?: boolean
  /** On an admin page: the banner has the specified title, and can be closed; the retry button stays (ERR-07). */
  isForStaff?: boolean
}

/** Shows a failed load with a retry button, so that it never looks like an empty list. */
export function FailedState(props: FailedStateProps) {
  const { error, onRetry, retrying = false, isForStaff = false } = props
  const { t } = useTranslation()
  const title = isForStaff ? t('ui.couldNotLoad') : props.title
  const [dismissed, setDismissed] = useState<Failure | null>(null)
  return (
    <div>
      <ErrorBanner
        title={title}
        keepsTitle
        error={dismissed === error ? null : error}
        {...(isForStaff && { onClose: () => setDismissed(error) })}
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
