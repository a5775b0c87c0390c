import { Button, Group, Text } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { Flash } from '../ui/Flash.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'

interface CheckMailProps {
  email: string
  /** The page to open after sign-in: the one the user opened before they had an account. */
  returnTo: string | undefined
  onAgain: () => void
}

/** Shown after a sign-up, whether or not the email was already registered. Only the email sent there reveals this. */
export function CheckMail({ email, returnTo, onAgain }: CheckMailProps) {
  const { t } = useTranslation()
  return (
    <NarrowPage title={t('accounts.checkMail.title')}>
      <Flash>{t('shell.confirmationBanner.sent')}</Flash>
      <Text>
        <Trans i18nKey="accounts.checkMail.sent" values={{ email }} components={{ strong: <strong /> }} />
      </Text>
      <Text>{t('accounts.checkMail.next')}</Text>
      <Text c="dimmed">{t('accounts.checkMail.missing')}</Text>
      <Group>
        <LinkButton href={paths.signIn(returnTo, email)}>{t('accounts.checkMail.signIn')}</LinkButton>
        <Button variant="default" onClick={onAgain}>
          {t('accounts.checkMail.again')}
        </Button>
      </Group>
    </NarrowPage>
  )
}
