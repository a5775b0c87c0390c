import { Button, Group } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, isNowhere } from '../http/callError.ts'
import { errorIdFor, reportError, toError } from '../http/errorReporting.ts'
import { NotFoundPage } from '../NotFoundPage.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { UserError } from '../ui/failure.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

interface ErrorScreenProps {
  error: unknown
  reset: () => void
}

/** What the error boundary shows: the one known error asks for a reload, any other gets the global text. */
export function ErrorScreen({ error, reset }: ErrorScreenProps) {
  if (error instanceof UserError && error.mustReload) return <ReloadScreen message={error.message} />
  if (isNowhere(error)) return <NotFoundPage />
  if (error instanceof CallError && (error.code === 'network' || error.code === 'unavailable')) {
    return <NoAnswerScreen error={error} reset={reset} />
  }
  return <UnexpectedScreen error={error} reset={reset} />
}

function ReloadScreen({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('shell.boundary.reloadTitle')} />
      <Banner tone="danger" announce title={message} />
      <Group mt="md">
        <Button onClick={() => window.location.reload()}>{t('shell.boundary.reload')}</Button>
      </Group>
    </>
  )
}

function NoAnswerScreen({ error, reset }: { error: CallError; reset: () => void }) {
  const { t } = useTranslation()
  const title = error.code === 'network' ? 'shell.boundary.networkTitle' : 'shell.boundary.unavailableTitle'
  return (
    <>
      <PageHeader title={t(title)} />
      <Banner tone="danger" announce title={error.message} />
      <Ways reset={reset} />
    </>
  )
}

function UnexpectedScreen({ error: thrown, reset }: ErrorScreenProps) {
  const { t } = useTranslation()
  const error = useMemo(() => toError(thrown), [thrown])
  const requestId = error instanceof CallError ? error.requestId : null
  useEffect(() => reportError(error), [error])
  return (
    <>
      <PageHeader title={t('shell.boundary.title')} />
      <Banner tone="danger" announce title={t('shell.boundary.message')}>
        <p>
          {requestId
            ? t('ui.requestId', { id: requestId })
            : t('shell.boundary.errorId', { id: errorIdFor(error) })}
        </p>
      </Banner>
      <Ways reset={reset} />
    </>
  )
}

function Ways({ reset }: { reset: () => void }) {
  const { t } = useTranslation()
  // Home is loaded anew: what broke may still be in memory.
  return (
    <Group mt="md">
      <Button onClick={reset}>{t('shell.boundary.tryAgain')}</Button>
      <Button component="a" href={paths.home()} variant="default">
        {t('shell.boundary.home')}
      </Button>
    </Group>
  )
}
