import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { EmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { SwitchAccount } from '../shared/SwitchAccount.tsx'
import '../texts/emailChanges.ts'
import { Banner } from '../ui/Banner.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { confirmEmailChange, emailChange } from './emailChanges/queries.ts'
import { EmailChangeLink, EmailStep } from './EmailChangeLink.tsx'

const route = getRouteApi('/change_email/$token')

/** Shows the page behind the link to a new address. */
export function ChangeEmailPage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const { developer } = useSession()
  const [changedTo, setChangedTo] = useState<string | null>(null)
  const link = useQuery({ ...emailChange(token, developer?.id ?? null), enabled: changedTo === null })
  if (changedTo !== null) {
    return (
      <NarrowPage title={t('emailChanges.confirm.doneTitle')}>
        <Banner tone="success" announce title={t('emailChanges.confirm.done', { email: changedTo })} />
        <Group>
          <LinkButton href={paths.account()}>{t('emailChanges.toAccount')}</LinkButton>
        </Group>
      </NarrowPage>
    )
  }
  return (
    <EmailChangeLink title={t('emailChanges.confirm.title')} link={link}>
      {(change) =>
        change.is_own ? (
          <EmailStep
            question="emailChanges.confirm.question"
            email={change.new_email}
            submitLabel={t('emailChanges.confirm.submit')}
            errorTitle={t('emailChanges.confirm.failed')}
            run={() => confirmEmailChange(token)}
            onDone={() => setChangedTo(change.new_email)}
          />
        ) : (
          <OtherAccount token={token} change={change} isSignedIn={developer !== null} />
        )
      }
    </EmailChangeLink>
  )
}

interface OtherAccountProps {
  token: string
  change: EmailChange
  isSignedIn: boolean
}

/** Only the account that requested the change can confirm it, because the address may be mistyped. */
function OtherAccount({ token, change, isSignedIn }: OtherAccountProps) {
  const { t } = useTranslation()
  const key = isSignedIn ? 'emailChanges.confirm.otherAccount' : 'emailChanges.confirm.signIn'
  return (
    <>
      <Text>
        <Trans i18nKey={key} values={{ email: change.new_email }} components={{ strong: <strong /> }} />
      </Text>
      {isSignedIn ? (
        <SwitchAccount
          address={paths.signIn(paths.changeEmail(token))}
          label={t('emailChanges.confirm.switch')}
          errorTitle={t('emailChanges.confirm.switchFailed')}
        />
      ) : (
        <Group>
          <LinkButton href={paths.signIn(paths.changeEmail(token))}>
            {t('emailChanges.confirm.signInButton')}
          </LinkButton>
        </Group>
      )}
    </>
  )
}
