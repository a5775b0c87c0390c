import { Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/emailChanges.ts'
import { Banner } from '../ui/Banner.tsx'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { emailUndo, undoEmailChange } from './emailChanges/queries.ts'
import { EmailChangeLink, EmailStep } from './EmailChangeLink.tsx'

const route = getRouteApi('/undo_email_change/$token')

/** Shows the page behind the link to the old address, which needs no session: someone else may have the account. */
export function UndoEmailChangePage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const [undone, setUndone] = useState<{ email: string; removed: RemovedAccess } | null>(null)
  const link = useQuery({ ...emailUndo(token), enabled: undone === null })
  if (undone !== null) {
    return (
      <NarrowPage title={t('emailChanges.undo.doneTitle')}>
        <Banner tone="success" announce title={t('emailChanges.undo.done', { email: undone.email })}>
          {t('emailChanges.undo.password')}
        </Banner>
        <Removed removed={undone.removed} />
        <CheckAccount />
        <Group>
          <LinkButton variant="default" href={paths.forgotPassword()}>
            {t('emailChanges.undo.sendAgain')}
          </LinkButton>
        </Group>
      </NarrowPage>
    )
  }
  return (
    <EmailChangeLink title={t('emailChanges.undo.title')} link={link} help={<LockedOut />}>
      {({ old_email: email }) => (
        <EmailStep
          question="emailChanges.undo.question"
          email={email}
          submitLabel={t('emailChanges.undo.submit')}
          errorTitle={t('emailChanges.undo.failed')}
          run={() => undoEmailChange(token)}
          onDone={(removed) => setUndone({ email, removed })}
        />
      )}
    </EmailChangeLink>
  )
}

/** Lists what the undo removed, without the names of passkeys and tokens: someone else may have chosen them. */
function Removed({ removed }: { removed: RemovedAccess }) {
  const { t } = useTranslation()
  const items = [
    removed.passkeys > 0 && t('emailChanges.undo.passkeys', { count: removed.passkeys }),
    removed.totp && t('emailChanges.undo.totp'),
    removed.recovery_codes && t('emailChanges.undo.recoveryCodes'),
    removed.personal_tokens > 0 && t('emailChanges.undo.tokens', { count: removed.personal_tokens }),
    removed.apps > 0 && t('emailChanges.undo.apps', { count: removed.apps }),
    removed.invitations > 0 && t('emailChanges.undo.invitations', { count: removed.invitations }),
    removed.feed && t('emailChanges.undo.feed'),
  ].filter((item) => item !== false)
  if (items.length === 0) return null
  return (
    <div>
      <Text>{t('emailChanges.undo.removed')}</Text>
      <List>
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </div>
  )
}

/** The undo doesn't cover everything that someone else did to the account. */
function CheckAccount() {
  const { t } = useTranslation()
  const { support_url } = useFlags()
  return (
    <Text>
      <Trans
        i18nKey="emailChanges.undo.check"
        components={{
          account: <TextLink href={paths.account()}>{t('shell.account')}</TextLink>,
          support: <TextLink href={support_url}>{t('shell.support')}</TextLink>,
        }}
      />
    </Text>
  )
}

/** Someone else may have changed the address, so the holder of a dead link may have no other way in. */
function LockedOut() {
  const { t } = useTranslation()
  const { support_url } = useFlags()
  return (
    <Text>
      <Trans
        i18nKey="emailChanges.undo.lockedOut"
        components={{ support: <TextLink href={support_url}>{t('shell.support')}</TextLink> }}
      />
    </Text>
  )
}
