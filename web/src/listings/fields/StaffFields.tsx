import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/listings.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { LabeledSwitch } from '../../ui/LabeledSwitch.tsx'
import { toFailure } from '../../ui/failure.ts'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { Attachments } from '../media/Attachments.tsx'
import classes from '../Listing.module.css'
import type { ListingApp } from '../editor/ListingEditor.tsx'
import { Marked, TextField } from './ListingField.tsx'
import { refreshRelated, saveMarks } from '../queries.ts'
import { ReviewNotesForm } from '../review/ReviewNotesForm.tsx'
import type { ListingForm } from '../editor/useListingForm.ts'

export interface StaffFieldsProps {
  app: ListingApp
  listing: Listing
  form: ListingForm
  canEdit: boolean
  onUnsaved: (part: string, unsaved: boolean) => void
  onListing: (change: (before: Listing) => Listing) => void
}

/** Shows what only staff edit and see (LADM-01 to LADM-17). */
export function StaffFields(props: StaffFieldsProps) {
  const { app, listing, form, canEdit, onListing, onUnsaved } = props
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const { content, isReadOnly: readOnly } = form
  return (
    <>
      <Section title={t('listings.staff.badgeTitle')} description={t('listings.staff.badgeDetail')}>
        <div className={classes['fields']}>
          <Marked form={form} path="security_badge">
            <LabeledSwitch
              label={t('listings.staff.security_badge')}
              checked={content.security_badge}
              disabled={readOnly}
              onChange={({ currentTarget }) => form.set({ security_badge: currentTarget.checked })}
            />
          </Marked>
          <Marked form={form} path="security_questionnaire_document">
            <Attachments
              form={form}
              type="Document"
              label={t('listings.staff.document')}
              hint={t(content.security_badge ? 'listings.staff.documentHint' : 'listings.staff.documentOff')}
              disabled={!content.security_badge}
            />
          </Marked>
        </div>
      </Section>
      <Section
        title={t('listings.staff.specifications')}
        description={t('listings.staff.specificationsDetail')}
      >
        <div className={classes['fields']}>
          <Marked form={form} path="notes">
            <TextField
              path="notes"
              form={form}
              label={t('listings.staff.notes')}
              value={content.notes}
              onChange={(notes) => form.set({ notes })}
              multiline
              max={listingLimits.notes}
            />
          </Marked>
          {!isGovernmentCloud && (
            <Marked form={form} path="showcase_video">
              <Attachments
                form={form}
                type="ShowcaseVideo"
                label={t('listings.staff.showcase_video')}
                hint={t('listings.staff.showcase_videoHint')}
                required
              />
            </Marked>
          )}
        </div>
      </Section>
      <InternalSwitches
        {...{ listing, canEdit, onListing, onUnsaved }}
        appId={app.id}
        showsPublished={form.showsPublished}
        stamp={form.stamp}
      />
    </>
  )
}

const marks = ['is_concierge_app', 'live', 'made_by_procore', 'procore_certified_partner'] as const

interface MarkChange {
  id: number
  body: Partial<Record<(typeof marks)[number], boolean>>
}

type InternalSwitchesProps = Omit<StaffFieldsProps, 'app' | 'form'> &
  Pick<ListingForm, 'showsPublished' | 'stamp'> & { appId: number }

/** Switches internal to the platform team, each saved at once (LADM-12, LADM-16, LIST-82). */
const InternalSwitches = memo(function InternalSwitches(props: InternalSwitchesProps) {
  const { appId, listing, showsPublished, stamp, canEdit, onListing, onUnsaved } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const marking = useMutation({ mutationFn: ({ id, body }: MarkChange) => saveMarks(id, body) })
  const current = listing.unpublished ?? listing.published
  // While the published listing is shown, so are its switches.
  const shown = showsPublished ? listing.published : current
  const failure = marking.error
  const onMarked = (stored: Submission) => {
    stamp(stored)
    onListing((before) =>
      before.unpublished?.id === stored.id
        ? { ...before, unpublished: stored }
        : { ...before, published: stored },
    )
  }
  const mark = async (field: (typeof marks)[number], value: boolean) => {
    if (!shown) return
    const change = { id: shown.id, body: { [field]: value } }
    const stored = await marking.mutateAsync(change).catch(() => null)
    if (!stored) return
    onMarked(stored)
    // The next step of the app depends on it.
    if (field === 'live') refreshRelated(client, appId)
    toast('success', t('listings.staff.saved'))
  }
  const detail = t(shown ? 'listings.staff.internalDetail' : 'listings.staff.internalWaits')
  return (
    <>
      <Section title={t('listings.staff.internal')} description={detail}>
        <ErrorBanner
          title={t('listings.staff.couldNotSave')}
          error={failure ? toFailure(failure) : null}
          onClose={marking.reset}
        />
        <div className={classes['switches']}>
          {marks.map((field) => (
            <LabeledSwitch
              key={field}
              label={t(`listings.staff.${field}`)}
              checked={shown?.[field] ?? false}
              disabled={!shown || !canEdit}
              onChange={({ currentTarget }) => void mark(field, currentTarget.checked)}
            />
          ))}
        </div>
      </Section>
      {current && (
        <ReviewNotesForm
          key={current.id}
          current={current}
          readOnly={!canEdit}
          onMarked={onMarked}
          onUnsaved={onUnsaved}
        />
      )}
    </>
  )
})
