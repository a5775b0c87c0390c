import { Button, Group, Text } from '@mantine/core'
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { EmailedLink } from '../shared/EmailedLink.tsx'
import '../texts/emailChanges.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'

interface EmailChangeLinkProps<Data> {
  title: string
  link: UseQueryResult<Data>
  /** Additional help for someone whose link no longer works. */
  help?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the question of a link about an email change. */
export function EmailChangeLink<Data>({ title, link, help, children }: EmailChangeLinkProps<Data>) {
  const { t } = useTranslation()
  return (
    <EmailedLink
      link={link}
      title={title}
      failedTitle={t('emailChanges.loadFailed')}
      alternative={
        <>
          {help}
          <Group>
            <LinkButton href={paths.account()}>{t('emailChanges.toAccount')}</LinkButton>
          </Group>
        </>
      }
    >
      {(data) => <NarrowPage title={title}>{children(data)}</NarrowPage>}
    </EmailedLink>
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
