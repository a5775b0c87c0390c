import { ActionIcon, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../http/callError.ts'
import { errorIdFor, isDefect, isReporting, reportError, toError } from '../http/errorReporting.ts'
import { BundleError } from '../ui/retry.ts'
import { Banner } from '../ui/Banner.tsx'
import type { CaughtFault } from '../ui/Boundary.tsx'
import { UserError } from '../ui/failure.ts'

const isReloadNeeded = (error: unknown): error is UserError => error instanceof UserError && error.mustReload

const reload = () => window.location.reload()

/** Fetches a missing bundle again; renders anything else again. */
function retryAfter(error: unknown, retry: () => void): void {
  if (error instanceof BundleError) error.forget()
  retry()
}

/** Fetches a missing bundle again as soon as the browser is online again. */
function useRetryOnline({ error, retry }: Pick<FaultProps, 'error' | 'retry'>): void {
  useEffect(() => {
    if (!isReloadNeeded(error)) return undefined
    const onOnline = () => retryAfter(error, retry)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [error, retry])
}

/** Reports a defect and returns the id for users to quote. */
function useReport(thrown: unknown): string {
  const error = useMemo(() => toError(thrown), [thrown])
  useEffect(() => {
    if (isDefect(error)) reportError(error)
  }, [error])
  return errorIdFor(error)
}

/** Shows the error's own message if users can act on it, else the general message with an id. */
function FaultBanner({ error }: { error: unknown }) {
  if (error instanceof UserError && !isDefect(error)) {
    return <Banner tone="danger" announce title={error.message} />
  }
  return <DefectBanner error={error} />
}

function DefectBanner({ error }: { error: unknown }) {
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

interface FaultProps {
  error: unknown
  retry: () => void
  /** Additional buttons. */
  children?: ReactNode
}

/** Shows what went wrong and what to do next. */
export function Fault({ error, retry, children }: FaultProps) {
  const { t } = useTranslation()
  const mustReload = isReloadNeeded(error)
  useRetryOnline({ error, retry })
  return (
    <div>
      <FaultBanner error={error} />
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
export function FaultNotice({ error, retry, compact, dismiss }: CaughtFault) {
  if (compact) return <CompactNotice error={error} retry={retry} />
  return (
    <Fault error={error} retry={retry}>
      {dismiss && <DismissButton dismiss={dismiss} />}
    </Fault>
  )
}

/** Closes a notice that is over the page. Escape does so too, as it would close the overlay. */
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

function CompactNotice({ error, retry }: Pick<CaughtFault, 'error' | 'retry'>) {
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
      <IconAlertTriangle size={20} aria-hidden />
    </ActionIcon>
  )
}
