import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { failureOf } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { confirmEmail } from './queries.ts'

/** Confirms by a button: programs that follow the links of a mail must not use it up. */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams({ strict: false })
  const { developer } = useSession()
  const confirmation = useMutation({ mutationFn: confirmEmail })
  const onward = developer ? (
    <LinkButton href={paths.apps()}>{t('accounts.confirm.toApps')}</LinkButton>
  ) : (
    <LinkButton href={paths.signIn()}>{t('accounts.confirm.signIn')}</LinkButton>
  )
  if (confirmation.isSuccess) {
    return (
      <NarrowPage title={t('accounts.confirm.doneTitle')}>
        <Banner tone="success" announce title={t('accounts.confirm.done')} />
        <Group>{onward}</Group>
      </NarrowPage>
    )
  }
  if (confirmation.error && !confirmation.isPending) {
    return (
      <NarrowPage title={t('accounts.confirm.title')}>
        <ErrorBanner title={t('accounts.confirm.failed')} error={failureOf(confirmation.error)} />
        <Text>{t(developer ? 'accounts.confirm.retryHintSignedIn' : 'accounts.confirm.retryHint')}</Text>
        <Group>{onward}</Group>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={t('accounts.confirm.title')}>
      <Text>{t('accounts.confirm.lead')}</Text>
      <Group>
        <Button loading={confirmation.isPending} onClick={() => confirmation.mutate(token)}>
          {t('accounts.confirm.submit')}
        </Button>
      </Group>
    </NarrowPage>
  )
}
