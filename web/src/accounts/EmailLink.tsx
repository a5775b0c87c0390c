import { Button, Group, Text } from '@mantine/core'
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { CallError } from '../http/callError.ts'
import { paths } from '../paths.ts'
import { DeadLink } from '../shared/DeadLink.tsx'
import '../texts/emailChanges.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'

interface EmailLinkProps<Data> {
  title: string
  link: UseQueryResult<Data>
  /** Additional help for someone whose link no longer works. */
  help?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the page of an emailed link: its question, or why it no longer works. */
export function EmailLink<Data>({ title, link, help, children }: EmailLinkProps<Data>) {
  const { t } = useTranslation()
  const { data, error } = link
  if (error instanceof CallError && error.code === 'not_found') {
    return (
      <DeadLink message={error.message}>
        {help}
        <Group>
          <LinkButton href={paths.account()}>{t('emailChanges.toAccount')}</LinkButton>
        </Group>
      </DeadLink>
    )
  }
  return (
    <NarrowPage title={title}>
      {data !== undefined && children(data)}
      {data === undefined && !error && <LinesSkeleton lines={3} />}
      {data === undefined && error && (
        <FailedState
          title={t('emailChanges.loadFailed')}
          error={toFailure(error)}
          onRetry={() => void link.refetch()}
          retrying={link.isFetching}
        />
      )}
    </NarrowPage>
  )
}

interface EmailStepProps<Result> {
  question: 'emailChanges.confirm.question' | 'emailChanges.undo.question'
  email: string
  submitLabel: string
  errorTitle: string
  run: () => Promise<Result>
  onDone: (result: Result) => void
}

/** Asks before the address changes. Opening the link changes nothing, because email scanners follow links. */
export function EmailStep<Result>({
  question,
  email,
  submitLabel,
  errorTitle,
  run,
  onDone,
}: EmailStepProps<Result>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: run, onSuccess: onDone })
  return (
    <>
      <Text>
        <Trans i18nKey={question} values={{ email }} components={{ strong: <strong /> }} />
      </Text>
      <ErrorBanner title={errorTitle} error={error && toFailure(error)} />
      <Group>
        <Button loading={isPending} onClick={() => mutate()}>
          {submitLabel}
        </Button>
      </Group>
    </>
  )
}
