import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { EmailConfirmation } from '@trestle/domain/accounts/contract.ts'
import { safeReturnPath } from '@trestle/domain/accounts/rules.ts'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { EmailedLink } from '../shared/EmailedLink.tsx'
import { SwitchAccount } from '../shared/SwitchAccount.tsx'
import '../texts/accounts.ts'
import { Banner } from '../ui/Banner.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { ConfirmByButton, ConfirmByPassword } from './ConfirmEmailForm.tsx'
import { readPageBeforeSignUp, storePageBeforeSignUp } from './pageBeforeSignUp.ts'
import { emailConfirmation } from './queries.ts'
import { RejectedEmail, RejectEmail, type Rejection } from './RejectEmail.tsx'

const route = getRouteApi('/confirm_email/$token')

/** Shows the page behind the emailed link. Opening it changes nothing, because email scanners follow links. */
export function ConfirmEmailPage() {
  const { token } = route.useParams()
  const [isConfirmed, setConfirmed] = useState(false)
  const [rejection, setRejection] = useState<Rejection | null>(null)
  const [before] = useState(readPageBeforeSignUp)
  if (isConfirmed) return <Confirmed before={before} />
  if (rejection) return <RejectedEmail {...rejection} />
  const confirm = () => {
    setConfirmed(true)
    storePageBeforeSignUp(undefined)
  }
  return <OpenLink token={token} onConfirmed={confirm} onRejected={setRejection} />
}

/** Links to a page, or to a sign-in that returns there. */
function Onward({ to }: { to?: string | undefined }) {
  const { t } = useTranslation()
  const { developer } = useSession()
  if (!developer) {
    return (
      <Group>
        <LinkButton href={paths.signIn(to)}>{t('accounts.confirm.signIn')}</LinkButton>
      </Group>
    )
  }
  return (
    <Group>
      {to !== undefined && (
        <LinkButton href={safeReturnPath(to, paths.apps())}>{t('accounts.confirm.continue')}</LinkButton>
      )}
      <LinkButton href={paths.apps()} variant={to === undefined ? 'filled' : 'default'}>
        {t('accounts.confirm.toApps')}
      </LinkButton>
    </Group>
  )
}

function Confirmed({ before }: { before: string | undefined }) {
  const { t } = useTranslation()
  return (
    <NarrowPage title={t('accounts.confirm.doneTitle')}>
      <Banner tone="success" announce title={t('accounts.confirm.done')} />
      <Onward to={before} />
    </NarrowPage>
  )
}

interface OpenLinkProps {
  token: string
  onConfirmed: () => void
  onRejected: (rejection: Rejection) => void
}

function OpenLink({ token, onConfirmed, onRejected }: OpenLinkProps) {
  const { t } = useTranslation()
  const { developer } = useSession()
  const link = useQuery(emailConfirmation(token, developer?.id ?? null))
  return (
    <EmailedLink
      link={link}
      title={t('accounts.confirm.title')}
      failedTitle={t('accounts.confirm.loadFailed')}
      alternative={
        <>
          <Text>{t(developer ? 'accounts.confirm.retryHintSignedIn' : 'accounts.confirm.retryHint')}</Text>
          <Onward />
        </>
      }
    >
      {(confirmation) => (
        <NarrowPage
          title={t('accounts.confirm.title')}
          footer={<RejectEmail token={token} confirmation={confirmation} onRejected={onRejected} />}
        >
          <Confirm token={token} confirmation={confirmation} onConfirmed={onConfirmed} />
        </NarrowPage>
      )}
    </EmailedLink>
  )
}

interface ConfirmProps extends Pick<OpenLinkProps, 'token' | 'onConfirmed'> {
  confirmation: EmailConfirmation
}

/** Lets the user confirm the address with a button or, signed out, a password. Another account can't confirm it. */
function Confirm({ token, confirmation: { email, is_own: isOwn }, onConfirmed }: ConfirmProps) {
  const { developer } = useSession()
  const step = { token, email, onConfirmed }
  if (isOwn) return <ConfirmByButton {...step} />
  if (!developer) return <ConfirmByPassword {...step} />
  return <WrongAccount token={token} email={email} own={developer.email} />
}

function WrongAccount({ token, email, own }: { token: string; email: string; own: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Text>
        <Trans
          i18nKey="accounts.confirm.wrongAccount"
          values={{ email, own }}
          components={{ strong: <strong /> }}
        />
      </Text>
      <SwitchAccount
        address={paths.confirmEmail(token)}
        label={t('accounts.confirm.switch')}
        errorTitle={t('accounts.confirm.switchFailed')}
      >
        <LinkButton variant="default" href={paths.apps()}>
          {t('accounts.confirm.toApps')}
        </LinkButton>
      </SwitchAccount>
    </>
  )
}
