import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/emailChanges.ts'
import { Banner } from '../ui/Banner.tsx'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { emailUndo, undoEmailChange } from './emailChanges/queries.ts'
import { EmailLink, EmailStep } from './EmailLink.tsx'

const route = getRouteApi('/undo_email_change/$token')

/** Shows the page behind the link to the old address, which needs no session: someone else may have the account. */
export function UndoEmailChangePage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const [restored, setRestored] = useState<string | null>(null)
  const link = useQuery({ ...emailUndo(token), enabled: restored === null })
  if (restored !== null)
    return (
      <NarrowPage title={t('emailChanges.undo.doneTitle')}>
        <Banner tone="success" announce title={t('emailChanges.undo.done', { email: restored })} />
        <Group>
          <LinkButton href={paths.forgotPassword()}>{t('emailChanges.undo.choosePassword')}</LinkButton>
        </Group>
      </NarrowPage>
    )
  return (
    <EmailLink title={t('emailChanges.undo.title')} link={link} help={<LockedOut />}>
      {({ old_email: email }) => (
        <EmailStep
          question="emailChanges.undo.question"
          email={email}
          submitLabel={t('emailChanges.undo.submit')}
          errorTitle={t('emailChanges.undo.failed')}
          run={() => undoEmailChange(token)}
          onDone={() => setRestored(email)}
        />
      )}
    </EmailLink>
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
