import { ActionIcon, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../http/callError.ts'
import { errorIdFor, isUnexpected, isReporting, reportError, toError } from '../http/errorReporting.ts'
import { BundleError } from '../ui/retry.ts'
import { Banner } from '../ui/Banner.tsx'
import type { CaughtError } from '../ui/Boundary.tsx'
import { UserError } from '../ui/failure.ts'

const isReloadNeeded = (error: unknown): error is UserError => error instanceof UserError && error.mustReload

const reload = () => window.location.reload()

/** Fetches a missing bundle again; renders anything else again. */
function retryAfter(error: unknown, retry: () => void): void {
  if (error instanceof BundleError) error.forget()
  retry()
}

/** Fetches a missing bundle again as soon as the browser is online again. */
function useRetryOnline({ error, retry }: Pick<ErrorRecoveryProps, 'error' | 'retry'>): void {
  useEffect(() => {
    if (!isReloadNeeded(error)) return undefined
    const onOnline = () => retryAfter(error, retry)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [error, retry])
}

/** Reports an unexpected error and returns the id for users to quote. */
function useReport(thrown: unknown): string {
  const error = useMemo(() => toError(thrown), [thrown])
  useEffect(() => {
    if (isUnexpected(error)) reportError(error)
  }, [error])
  return errorIdFor(error)
}

/** Shows the error's own message if users can act on it, otherwise the general message with an id. */
function ThrownErrorBanner({ error }: { error: unknown }) {
  if (error instanceof UserError && !isUnexpected(error)) {
    return <Banner tone="danger" announce title={error.message} />
  }
  return <UnexpectedErrorBanner error={error} />
}

function UnexpectedErrorBanner({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const id = useReport(error)
  const requestId = error instanceof CallError ? error.requestId : null
  return (
    <Banner
      tone="danger"
      announce
      title={t(isReporting() ? 'shell.boundary.message' : 'shell.boundary.messageUnreported')}
    >
      <p>{requestId ? t('ui.requestId', { id: requestId }) : t('shell.boundary.errorId', { id })}</p>
    </Banner>
  )
}

interface ErrorRecoveryProps {
  error: unknown
  retry: () => void
  /** Additional buttons. */
  children?: ReactNode
}

/** Shows what went wrong and what to do next. */
export function ErrorRecovery({ error, retry, children }: ErrorRecoveryProps) {
  const { t } = useTranslation()
  const mustReload = isReloadNeeded(error)
  useRetryOnline({ error, retry })
  return (
    <div>
      <ThrownErrorBanner error={error} />
      <Group mt="md">
        {mustReload && <Button onClick={reload}>{t('ui.reload')}</Button>}
        <Button {...(mustReload && { variant: 'default' })} onClick={() => retryAfter(error, retry)}>
          {t('shell.boundary.tryAgain')}
        </Button>
        {children}
      </Group>
    </div>
  )
}

/** Replaces a part of the page that failed (SHELL-30 to SHELL-32). */
export function ErrorNotice({ error, retry, compact, dismiss }: CaughtError) {
  if (compact) return <CompactNotice error={error} retry={retry} />
  return (
    <ErrorRecovery error={error} retry={retry}>
      {dismiss && <DismissButton dismiss={dismiss} />}
    </ErrorRecovery>
  )
}

/** Closes a notice that is over the page. Escape also closes it, as it would close the overlay. */
function DismissButton({ dismiss }: { dismiss: () => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) dismiss()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [dismiss])
  return (
    <Button variant="default" onClick={dismiss}>
      {t('ui.close')}
    </Button>
  )
}

function CompactNotice({ error, retry }: Pick<CaughtError, 'error' | 'retry'>) {
  const { t } = useTranslation()
  const id = useReport(error)
  const mustReload = isReloadNeeded(error)
  const label = mustReload ? error.message : t('shell.boundary.compact', { id })
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      size="lg"
      aria-label={label}
      title={label}
      onClick={mustReload ? reload : retry}
    >
      <IconAlertTriangle size="1.25rem" aria-hidden />
    </ActionIcon>
  )
}
