import { Progress, SegmentedControl } from '@mantine/core'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import type { computeProgress } from '@trestle/domain/listings/rules.ts'
import { listingLabel } from '@trestle/domain/listings/transitions.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftStatus } from '../../shared/drafts/draftSaver.ts'
import { DraftStatusText } from '../../shared/drafts/DraftStatusText.tsx'
import { ListingBadge } from '../../shared/ListingBadge.tsx'
import '../../texts/listings.ts'
import { TextLink } from '../../ui/Link.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import classes from '../Listing.module.css'

export type View = 'draft' | 'published'

interface ListingHeadProps {
  listing: Listing
  isUnsaved: boolean
  draftStatus: DraftStatus
  hasNewFiles: boolean
  withRequiredNote: boolean
  view: View
  setView: (view: View) => void
  hasBoth: boolean
  progress: ReturnType<typeof computeProgress>
}

/** Shows the title, the progress, and one line about the listing's state. */
export const ListingHead = memo(function ListingHead(props: ListingHeadProps) {
  const { t } = useTranslation()
  const { listing, view, setView, hasBoth, progress } = props
  const { published, unpublished } = listing
  const current = view === 'published' ? published : (unpublished ?? published)
  return (
    <header className={classes['header']}>
      <div className={classes['head']}>
        <h2>{t('listings.title')}</h2>
        <ProgressLine progress={progress} />
      </div>
      <div className={classes['status']}>
        {current && <ListingState current={current} />}
        {published && <MarketplaceLink address={published.marketplace_url} />}
        {!hasBoth && published && <span>{t('listings.status.publishedOnly')}</span>}
        {hasBoth && view === 'published' && <span>{t('listings.status.publishedView')}</span>}
        <SaveState isUnsaved={props.isUnsaved} hasDraft={unpublished !== null} />
        <DraftStatusText status={props.draftStatus} />
        {props.hasNewFiles && <span>{t('listings.newFiles')}</span>}
        {props.withRequiredNote && <span>{t('ui.requiredNote')}</span>}
        {hasBoth && (
          <SegmentedControl
            size="xs"
            aria-label={t('listings.status.view')}
            value={view}
            onChange={(chosen) => setView(chosen === 'published' ? 'published' : 'draft')}
            data={[
              { value: 'draft', label: t('listings.status.viewDraft') },
              { value: 'published', label: t('listings.status.viewPublished') },
            ]}
          />
        )}
      </div>
    </header>
  )
})

/** Says whether all changes are saved. Shows nothing without changes and without a draft. */
function SaveState({ isUnsaved, hasDraft }: { isUnsaved: boolean; hasDraft: boolean }) {
  const { t } = useTranslation()
  if (isUnsaved) return <span>{t('listings.unsaved')}</span>
  return hasDraft && <span>{t('listings.nothingUnsaved')}</span>
}

/** Links the public page of a published listing, or says that no one can see it. */
function MarketplaceLink({ address }: { address: string | null }) {
  const { t } = useTranslation()
  if (address === null) return <span>{t('listings.status.hidden')}</span>
  return (
    <TextLink href={address} target="_blank">
      {t('listings.status.open')}
    </TextLink>
  )
}

/** Shows completed sections out of all required ones (LIST-15). */
function ProgressLine({ progress }: Pick<ListingHeadProps, 'progress'>) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <div className={classes['progress']}>
      <Progress.Root>
        <Progress.Section value={progress.percent} aria-label={t('listings.progressLabel')} />
      </Progress.Root>
      <span className={classes['muted']}>
        {t(isPhone ? 'listings.progressShort' : 'listings.progress', {
          completed: progress.completed.length,
          required: progress.required.length,
        })}
      </span>
    </div>
  )
}

function ListingState({ current }: { current: Submission }) {
  const { t } = useTranslation()
  return (
    <>
      <ListingBadge label={listingLabel(current)}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be in a line of text */}
        <span role="group" aria-label={t('listings.status.state')}>
          {listingLabel(current)}
        </span>
      </ListingBadge>
      <span>{t('listings.status.versionOf', { version: current.version })}</span>
    </>
  )
}
