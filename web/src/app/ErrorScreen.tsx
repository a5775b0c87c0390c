import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CallError, isNowhere } from '../http/callError.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import { UserError } from '../ui/failure.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ErrorRecovery } from './ErrorNotice.tsx'

interface ErrorScreenProps {
  error: unknown
  reset: () => void
}

const isUnreachable = (error: unknown): error is CallError =>
  error instanceof CallError && (error.code === 'network' || error.code === 'unavailable')

function titleKey(error: unknown) {
  if (isUnreachable(error)) return error.code === 'network' ? 'networkTitle' : 'unavailableTitle'
  return error instanceof UserError && error.mustReload ? 'reloadTitle' : 'title'
}

/** Replaces a whole screen that failed. */
export function ErrorScreen({ error, reset }: ErrorScreenProps) {
  const { t } = useTranslation()
  if (isNowhere(error)) return <NotFoundPage />
  return (
    <>
      <PageHeader title={t(`shell.boundary.${titleKey(error)}`)} />
      <ErrorRecovery error={error} retry={reset}>
        {/* A full page load, because what failed may still be in memory. */}
        <Button component="a" href={paths.home()} variant="default">
          {t('shell.boundary.home')}
        </Button>
      </ErrorRecovery>
    </>
  )
}

/** Replaces a route that failed. Try again loads the route's parts again. */
export function RouteErrorScreen({ error, reset }: ErrorScreenProps) {
  const router = useRouter()
  const retry = () => {
    void router.invalidate().then(reset)
  }
  return <ErrorScreen error={error} reset={retry} />
}
