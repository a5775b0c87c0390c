import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AuthorizationRequest } from '@trestle/domain/oauth/contract.ts'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import '../texts/oauth.ts'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import classes from './Consent.module.css'
import { ConsentList } from './ConsentList.tsx'
import { decideRequest, switchAccount } from './queries.ts'

interface ConsentQuestionProps {
  request: string
  details: AuthorizationRequest
  /** The app's picture. */
  icon: ReactNode
}

/** Shows the app and what it requests, and lets the user decide. */
export function ConsentQuestion({ request, details, icon }: ConsentQuestionProps) {
  const { t } = useTranslation()
  const { name: app, publisher } = details.app
  const { redirect_host: host } = details
  const decision = useMutation({ mutationFn: (allow: boolean) => decideRequest(request, allow) })
  const { isPending, isSuccess, variables, error, mutate } = decision
  // After a decision the page stays until the browser has left it.
  const isDone = isPending || isSuccess
  return (
    <NarrowPage
      title={t('oauth.consent.title', { app })}
      footer={<Account restartPath={details.restart_path} isDecided={isDone} />}
    >
      <div className={classes['app']}>
        {icon}
        <div className={classes['name']}>
          <strong>{app}</strong>
          <Text size="sm" c="dimmed">
            {t('oauth.consent.by', { publisher })}
          </Text>
        </div>
        <EnvironmentBadge environment={details.environment} />
      </div>
      <ConsentList details={details} />
      <Text size="sm">
        {host === null ? t('oauth.consent.showsCode') : t('oauth.consent.returnsTo', { host })}{' '}
        {t(details.is_remembered ? 'oauth.consent.remembered' : 'oauth.consent.asksAgain', { app })}
      </Text>
      <ErrorBanner title={t('oauth.consent.failed')} error={error && toFailure(error)} />
      <Group>
        <Button loading={isDone && variables} disabled={isDone} onClick={() => mutate(true)}>
          {t('oauth.consent.allow')}
        </Button>
        <Button
          variant="default"
          loading={isDone && !variables}
          disabled={isDone}
          onClick={() => mutate(false)}
        >
          {t('oauth.consent.deny')}
        </Button>
        <Text component="output" size="sm" c="dimmed">
          {isSuccess && t('oauth.consent.leaving')}
        </Text>
      </Group>
    </NarrowPage>
  )
}

/** Shows who is signed in, and lets them start again with another account. */
function Account({ restartPath, isDecided }: { restartPath: string; isDecided: boolean }) {
  const { t } = useTranslation()
  const { developer } = useSession()
  const switching = useMutation({ mutationFn: () => switchAccount(restartPath) })
  if (!developer) return null
  const { name, email } = developer
  return (
    <>
      <Text size="sm" ta="center">
        <Trans i18nKey="oauth.consent.account" values={{ name, email }} components={{ strong: <strong /> }} />
      </Text>
      <Button
        variant="default"
        size="xs"
        loading={switching.isPending}
        disabled={isDecided}
        onClick={() => switching.mutate()}
      >
        {t('oauth.consent.switch')}
      </Button>
      <ErrorBanner
        title={t('oauth.consent.switchFailed')}
        error={switching.error && toFailure(switching.error)}
      />
    </>
  )
}
