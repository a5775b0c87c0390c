import type { Audience } from '@trestle/domain/access/audience.ts'
import { useLocalStorage } from '@mantine/hooks'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissalKeys } from '../../http/deviceSettings.ts'
import { useFlags, useSession } from '../../http/session.ts'
import '../../texts/listings.ts'
import { fullDate } from '../../ui/dates.ts'
import { LineBanner } from '../../ui/LineBanner.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { LazyAdminMessage } from '../review/LazyAdminMessage.tsx'

const bullets = ['changes', 'drafts', 'review', 'published'] as const

/** The browser remembers that it was dismissed (LIST-11, LIST-12). */
function IntroBanner() {
  const { t } = useTranslation()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: dismissalKeys.intro,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isDismissed) return null
  return (
    <LineBanner tone="info" title={t('listings.intro.title')} onClose={() => setDismissed(true)}>
      <ul>
        {bullets.map((bullet) => (
          <li key={bullet}>{t(`listings.intro.${bullet}`)}</li>
        ))}
      </ul>
    </LineBanner>
  )
}

/** Announces what is new in the editor itself (LIST-13). */
function NewsBanner() {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud, security_and_compliance_enabled: hasQuestionnaire } = useFlags()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: dismissalKeys.news,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isDismissed) return null
  return (
    <LineBanner tone="success" title={t('listings.news.title')} onClose={() => setDismissed(true)}>
      <ul>
        {!isGovernmentCloud && <li>{t('listings.news.videos')}</li>}
        {hasQuestionnaire && <li>{t('listings.news.questionnaire')}</li>}
        <li>{t('listings.news.preview')}</li>
      </ul>
    </LineBanner>
  )
}

interface ListingBannersProps extends StatusProps {
  appId: number
  needsActivation: boolean
}

/** Shows what users should know before they edit. */
export const ListingBanners = memo(function ListingBanners(props: ListingBannersProps) {
  const { appId, listing, audience, canEdit, needsActivation } = props
  return (
    <>
      {audience === 'developer' && (
        <>
          <IntroBanner />
          <NewsBanner />
        </>
      )}
      {needsActivation && <ActivationBanner {...{ appId, listing, canEdit }} />}
      <StatusBanners {...{ listing, audience, canEdit }} />
    </>
  )
})

interface StatusProps {
  listing: Listing
  audience: Audience
  canEdit: boolean
}

/** Shows the review status and staff's message for their latest decision (LSTATE-30 to LSTATE-36). */
function StatusBanners({ listing, audience, canEdit }: StatusProps) {
  const { t } = useTranslation()
  const current = listing.unpublished ?? listing.published
  if (!current) return null
  return (
    <>
      {current.state === 'in_review' && (
        <LineBanner tone="info" title={t('listings.status.inReviewTitle')}>
          <p>
            {t(audience === 'staff' ? 'listings.status.inReviewStaff' : 'listings.status.inReviewDetail', {
              date: current.in_review_at === null ? '' : fullDate(current.in_review_at),
            })}
          </p>
        </LineBanner>
      )}
      {current.state === 'draft' && current.approval_state === 'unreviewed' && (
        <UnreviewedBanner audience={audience} canEdit={canEdit} />
      )}
      <DecisionBanner submission={current} audience={audience} />
    </>
  )
}

function UnreviewedBanner({ audience, canEdit }: Omit<StatusProps, 'listing'>) {
  const { t } = useTranslation()
  const isStaff = audience === 'staff'
  return (
    <LineBanner tone="info" title={t('listings.status.unreviewedTitle')}>
      <p>{t(isStaff ? 'listings.status.unreviewedStaff' : 'listings.status.unreviewedDetail')}</p>
      {isStaff && canEdit && <p>{t('listings.status.staffCanEdit')}</p>}
    </LineBanner>
  )
}

/** Opens automatically for developers who must respond to a rejection. */
function DecisionBanner({ submission, audience }: { submission: Submission; audience: Audience }) {
  const { t } = useTranslation()
  const { approval_state, admin_message: message, state } = submission
  if (approval_state === 'unreviewed' || state === 'in_review') return null
  const isRejected = approval_state === 'rejected'
  const title = t(isRejected ? 'listings.status.rejectedTitle' : 'listings.status.approvedTitle')
  return (
    <LineBanner
      key={approval_state}
      tone={isRejected ? 'warning' : 'success'}
      title={title}
      startsOpen={isRejected && audience === 'developer'}
    >
      {message === null ? (
        <p>{t('listings.status.noMessage')}</p>
      ) : (
        <LazyAdminMessage label={title} html={message} />
      )}
    </LineBanner>
  )
}

/** Offers to enable the app on the marketplace while it isn't (LIST-19 to LIST-23). */
function ActivationBanner({
  appId,
  listing,
  canEdit,
}: Omit<ListingBannersProps, 'audience' | 'needsActivation'>) {
  const { t } = useTranslation()
  const flags = useFlags()
  const { is_partner: isPartner } = useSession()
  const href = withAppId(isPartner ? flags.partner_application_url : flags.partner_vetting_url, appId)
  return (
    <LineBanner
      tone="info"
      title={t(isPartner ? 'listings.activation.title' : 'listings.activation.vettingTitle')}
      action={
        <TextLink href={href} target="_blank">
          {t(isPartner ? 'listings.activation.partnerAction' : 'listings.activation.vettingAction')}
        </TextLink>
      }
    >
      <p>{t(isPartner ? 'listings.activation.partner' : 'listings.activation.vetting')}</p>
      {listing.unpublished?.state !== 'in_review' && (
        <p>{t(canEdit ? 'listings.activation.youCanEdit' : 'listings.activation.othersCanEdit')}</p>
      )}
    </LineBanner>
  )
}

function withAppId(address: string, appId: number): string {
  const url = new URL(address)
  url.searchParams.set('app_id', String(appId))
  return url.toString()
}
