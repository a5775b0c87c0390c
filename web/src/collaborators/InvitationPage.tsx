import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { EmailedLink } from '../shared/EmailedLink.tsx'
import '../texts/collaborators.ts'
import { fullDate } from '../ui/dates.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { toast } from '../ui/toast.ts'
import { AcceptedOffer, LapsedOffer, SwitchToInvited, type OfferProps } from './AnsweredOffer.tsx'
import { invitationOffer, useAcceptInvitation } from './queries.ts'
import { humanize } from '../ui/humanize.ts'

const route = getRouteApi('/invitations/$token')

/** Shows an emailed invitation. Accepting takes a button press, because email scanners follow links. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const { developer } = useSession()
  const link = useQuery(invitationOffer(token, developer?.id ?? null))
  return (
    <EmailedLink
      link={link}
      title={t('collaborators.offer.title')}
      failedTitle={t('collaborators.offer.loadFailed')}
      alternative={
        <>
          <Text>{t('collaborators.offer.deadHint')}</Text>
          <Group>
            <LinkButton href={paths.home()}>{t('shell.notFound.action')}</LinkButton>
          </Group>
        </>
      }
    >
      {(offer) => (
        <NarrowPage title={t('collaborators.offer.work', { app: offer.app_name })}>
          <Offer offer={offer} token={token} ownEmail={developer?.email ?? null} />
        </NarrowPage>
      )}
    </EmailedLink>
  )
}

function Offer(props: OfferProps) {
  const { offer, ownEmail } = props
  switch (offer.status) {
    case 'pending':
      return <PendingOffer {...props} />
    case 'accepted':
      return <AcceptedOffer {...props} />
    case 'canceled':
    case 'expired':
      return <LapsedOffer offer={offer} isVisitor={ownEmail === null} />
    default:
      offer.status satisfies never
      return <UnknownOffer />
  }
}

/** A newer server may send states this page doesn't know. */
function UnknownOffer() {
  const { t } = useTranslation()
  return <Text>{t('ui.unknownState')}</Text>
}

function PendingOffer(props: OfferProps) {
  const { t } = useTranslation()
  const { offer, ownEmail } = props
  const values = { name: offer.invited_by, email: offer.email, app: offer.app_name }
  const role = t(`collaborators.roles.${offer.role}`, { defaultValue: humanize(offer.role) })
  return (
    <>
      <Text>
        <Trans i18nKey="collaborators.offer.offered" values={values} components={{ strong: <strong /> }} />
      </Text>
      <Text>
        {t('collaborators.offer.role', { role })}{' '}
        {t(`collaborators.offer.roleMeans.${offer.role}`, { defaultValue: '' })}
      </Text>
      <Text c="dimmed" size="sm">
        {t('collaborators.offer.until', { date: fullDate(offer.expires_at) })}
      </Text>
      {ownEmail === null && <SignInFirst {...props} />}
      {ownEmail === offer.email && <Accept {...props} />}
      {ownEmail !== null && ownEmail !== offer.email && <WrongAccount {...props} ownEmail={ownEmail} />}
    </>
  )
}

function SignInFirst({ offer, token }: OfferProps) {
  const { t } = useTranslation()
  const back = paths.invitation(token)
  return (
    <>
      <Text>{t('collaborators.offer.signedOut', { email: offer.email })}</Text>
      <Group>
        <LinkButton href={paths.signIn(back, offer.email)}>{t('collaborators.offer.signIn')}</LinkButton>
        <LinkButton variant="default" href={paths.signUp(back, offer.email)}>
          {t('collaborators.offer.signUp')}
        </LinkButton>
      </Group>
    </>
  )
}

function Accept({ offer, token }: OfferProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const acceptance = useAcceptInvitation(token)
  const accept = () =>
    acceptance.mutate(undefined, {
      onSuccess: ({ developer_app_id: appId }) => {
        toast('success', t('collaborators.offer.accepted', { app: offer.app_name }))
        // Back would offer the invitation again.
        void navigate({ href: paths.app(appId), replace: true })
      },
    })
  return (
    <>
      <ErrorBanner
        title={t('collaborators.offer.acceptFailed')}
        error={acceptance.error && toFailure(acceptance.error)}
      />
      <Group>
        <Button loading={acceptance.isPending} onClick={accept}>
          {t('collaborators.offer.accept')}
        </Button>
        <LinkButton variant="default" href={paths.apps()}>
          {t('collaborators.offer.toApps')}
        </LinkButton>
      </Group>
    </>
  )
}

function WrongAccount({ offer, token, ownEmail }: OfferProps & { ownEmail: string }) {
  const { t } = useTranslation()
  const values = { email: offer.email, own: ownEmail }
  return (
    <>
      <Text>
        <Trans
          i18nKey="collaborators.offer.wrongAccount"
          values={values}
          components={{ strong: <strong /> }}
        />
      </Text>
      <Text>{t('collaborators.offer.wrongAccountHint')}</Text>
      <SwitchToInvited offer={offer} token={token} />
    </>
  )
}
