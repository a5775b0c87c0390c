import { Group, Text } from '@mantine/core'
import type { InvitationOffer } from '@trestle/domain/collaborators/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { SwitchAccount } from '../shared/SwitchAccount.tsx'
import '../texts/collaborators.ts'
import { fullDate } from '../ui/dates.ts'
import { LinkButton } from '../ui/Link.tsx'

export interface OfferProps {
  offer: InvitationOffer
  token: string
  /** Null if signed out. */
  ownEmail: string | null
}

/** Offers to switch to the invited account when another one is signed in. */
export function SwitchToInvited({ offer, token }: Pick<OfferProps, 'offer' | 'token'>) {
  const { t } = useTranslation()
  return (
    <SwitchAccount
      address={paths.signIn(paths.invitation(token), offer.email)}
      label={t('collaborators.offer.switch')}
      errorTitle={t('collaborators.offer.switchFailed')}
    >
      <LinkButton variant="default" href={paths.apps()}>
        {t('collaborators.offer.toApps')}
      </LinkButton>
    </SwitchAccount>
  )
}

export function AcceptedOffer({ offer, token, ownEmail }: OfferProps) {
  const { t } = useTranslation()
  const { app_name: app, email, developer_app_id: appId } = offer
  if (appId !== null) {
    return (
      <>
        <Text>{t('collaborators.offer.alreadyThere', { app })}</Text>
        <Group>
          <LinkButton href={paths.app(appId)}>{t('collaborators.offer.openApp', { app })}</LinkButton>
        </Group>
      </>
    )
  }
  if (ownEmail === null) {
    return (
      <>
        <Text>
          {t('collaborators.offer.used')} {t('collaborators.offer.usedSignIn', { email })}
        </Text>
        <Group>
          <LinkButton href={paths.signIn(paths.invitation(token), email)}>
            {t('collaborators.offer.signIn')}
          </LinkButton>
        </Group>
      </>
    )
  }
  if (ownEmail !== email) {
    return (
      <>
        <Text>
          {t('collaborators.offer.used')} {t('collaborators.offer.usedOther', { email, own: ownEmail })}
        </Text>
        <SwitchToInvited offer={offer} token={token} />
      </>
    )
  }
  return (
    <>
      <Text>
        {t('collaborators.offer.used')} {t('collaborators.offer.usedGone')}
      </Text>
      <Group>
        <LinkButton href={paths.apps()}>{t('collaborators.offer.toApps')}</LinkButton>
      </Group>
    </>
  )
}

export function LapsedOffer({ offer, isVisitor }: { offer: InvitationOffer; isVisitor: boolean }) {
  const { t } = useTranslation()
  const names = { name: offer.invited_by, app: offer.app_name }
  return (
    <>
      {offer.status === 'canceled' ? (
        <Text>
          {t('collaborators.offer.canceled')} {t('collaborators.offer.canceledHint', names)}
        </Text>
      ) : (
        <Text>
          {t('collaborators.offer.expired', { date: fullDate(offer.expires_at) })}{' '}
          {t('collaborators.offer.expiredHint', names)}
        </Text>
      )}
      {!isVisitor && (
        <Group>
          <LinkButton href={paths.apps()}>{t('collaborators.offer.toApps')}</LinkButton>
        </Group>
      )}
    </>
  )
}
