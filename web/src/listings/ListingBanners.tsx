import { Button, Collapse } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import DOMPurify from 'dompurify'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags, useSession } from '../http/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { fullDate } from '../ui/dates.ts'
import { LinkButton } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './Listing.module.css'
import type { Side } from './queries.ts'

const bullets = ['changes', 'drafts', 'review', 'published'] as const

/** Remembered by the browser once it was dismissed (LIST-11, LIST-12). */
export function IntroBanner() {
  const { t } = useTranslation()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: 'self-service-intro-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  if (isDismissed) return null
  return (
    <Banner tone="info" title={t('listings.intro.title')} onClose={() => setDismissed(true)}>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {t(isOpen ? 'listings.intro.less' : 'listings.intro.more')}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <ul>
          {bullets.map((bullet) => (
            <li key={bullet}>{t(`listings.intro.${bullet}`)}</li>
          ))}
        </ul>
      </Collapse>
    </Banner>
  )
}

/** What is new in the editor itself (LIST-13). */
export function NewsBanner() {
  const { t } = useTranslation()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: 'listing-news-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isDismissed) return null
  return (
    <Banner tone="success" title={t('listings.news.title')} onClose={() => setDismissed(true)}>
      {t('listings.news.detail')}
    </Banner>
  )
}

interface StatusProps {
  listing: Listing
  side: Side
}

/** In review or not reviewed yet, and what staff said with their last decision (LSTATE-30 to LSTATE-36). */
export function StatusBanners({ listing, side }: StatusProps) {
  const { t } = useTranslation()
  const current = listing.unpublished ?? listing.published
  if (!current) return null
  return (
    <>
      {current.state === 'in_review' && (
        <Banner tone="info" title={t('listings.status.inReviewTitle')}>
          {t(side === 'staff' ? 'listings.status.inReviewStaff' : 'listings.status.inReviewDetail', {
            date: current.in_review_at === null ? '' : fullDate(current.in_review_at),
          })}
        </Banner>
      )}
      {side === 'developer' && current.state === 'draft' && current.approval_state === 'unreviewed' && (
        <Banner tone="info" title={t('listings.status.unreviewedTitle')}>
          {t('listings.status.unreviewedDetail')}
        </Banner>
      )}
      <DecisionBanner submission={current} />
    </>
  )
}

function DecisionBanner({ submission }: { submission: Submission }) {
  const { t } = useTranslation()
  const { approval_state, admin_message: message, state } = submission
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  if (approval_state === 'unreviewed' || state === 'in_review') return null
  const isRejected = approval_state === 'rejected'
  return (
    <Banner
      tone={isRejected ? 'warning' : 'success'}
      title={t(isRejected ? 'listings.status.rejectedTitle' : 'listings.status.approvedTitle')}
    >
      {message === null ? (
        t('listings.status.noMessage')
      ) : (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          >
            {t(isOpen ? 'listings.status.hideMessage' : 'listings.status.showMessage')}
          </Button>
          <Collapse expanded={isOpen} id={id}>
            <AdminMessage html={message} />
          </Collapse>
        </>
      )}
    </Banner>
  )
}

const allowed = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'code', 'blockquote']

/** The server keeps safe HTML only; what is shown is made safe once more (LSTATE-32). */
export function AdminMessage({ html }: { html: string }) {
  const safe = DOMPurify.sanitize(html, { ALLOWED_TAGS: allowed, ALLOWED_ATTR: ['href'] })
  // oxlint-disable-next-line react/no-danger -- sanitised on both sides
  return (
    <div
      className={classes['message']}
      data-testid="admin-message"
      dangerouslySetInnerHTML={{ __html: safe }}
    />
  )
}

/** While an app is not enabled on the marketplace its people are offered the way there (LIST-19 to LIST-23). */
export function ActivationCard({ appId }: { appId: number }) {
  const { t } = useTranslation()
  const flags = useFlags()
  const { is_partner: isPartner } = useSession()
  const href = withAppId(isPartner ? flags.partner_application_url : flags.partner_vetting_url, appId)
  return (
    <Section title={t(isPartner ? 'listings.activation.title' : 'listings.activation.vettingTitle')}>
      <p>{t(isPartner ? 'listings.activation.partner' : 'listings.activation.vetting')}</p>
      <LinkButton href={href} target="_blank">
        {t(isPartner ? 'listings.activation.partnerAction' : 'listings.activation.vettingAction')}
      </LinkButton>
    </Section>
  )
}

function withAppId(address: string, appId: number): string {
  const url = new URL(address)
  url.searchParams.set('app_id', String(appId))
  return url.toString()
}
