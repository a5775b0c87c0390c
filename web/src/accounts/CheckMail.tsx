import { Button, Group, Text } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Flash } from '../ui/Flash.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { AccountCard } from './AccountCard.tsx'

/** Shown after a sign-up, whether or not the address was registered before: the mail tells which. */
export function CheckMail({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <AccountCard title={t('accounts.checkMail.title')}>
      <Flash>{t('accounts.checkMail.flash')}</Flash>
      <Text>
        <Trans i18nKey="accounts.checkMail.sent" values={{ email }} components={{ strong: <strong /> }} />
      </Text>
      <Text>{t('accounts.checkMail.next')}</Text>
      <Text c="dimmed">{t('accounts.checkMail.missing')}</Text>
      <Group>
        <LinkButton href={paths.signIn()}>{t('accounts.checkMail.signIn')}</LinkButton>
        <Button variant="default" onClick={onAgain}>
          {t('accounts.checkMail.again')}
        </Button>
      </Group>
    </AccountCard>
  )
}
