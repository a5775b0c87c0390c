import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { listingMarks, marksOf, type ListingMark } from '@trestle/domain/listings/marks.ts'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/listings.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { LabeledSwitch } from '../../ui/LabeledSwitch.tsx'
import { type Failure, toFailure } from '../../ui/failure.ts'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { Attachments } from '../media/Attachments.tsx'
import classes from '../Listing.module.css'
import type { ListingApp } from '../editor/ListingEditor.tsx'
import { Marked, TextField } from './ListingField.tsx'
import { saveMarks } from '../mutations.ts'
import { refreshRelated } from '../queries.ts'
import { ReviewNotesForm } from '../review/ReviewNotesForm.tsx'
import type { ListingForm } from '../editor/useListingForm.ts'

export interface StaffFieldsProps {
  app: ListingApp
  listing: Listing
  form: ListingForm
  canEdit: boolean
  onListing: (change: (before: Listing) => Listing) => void
}

/** Shows the fields that only staff see and edit (LADM-01 to LADM-17). */
export function StaffFields(props: StaffFieldsProps) {
  const { app, listing, form, canEdit, onListing } = props
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
        {...{ listing, canEdit, onListing }}
        appId={app.id}
        adoptTimestamp={form.adoptTimestamp}
      />
    </>
  )
}

interface MarkChange {
  id: number
  body: Partial<Record<ListingMark, boolean>>
}

type InternalSwitchesProps = Omit<StaffFieldsProps, 'app' | 'form'> &
  Pick<ListingForm, 'adoptTimestamp'> & { appId: number }

/** Returns a listing after a change to its marks, which the server applies to both submissions. */
function withMarked({ published, unpublished, ...rest }: Listing, stored: Submission): Listing {
  const marked = (each: Submission | null) =>
    each &&
    (each.id === stored.id
      ? stored
      : { ...each, ...marksOf(stored), marketplace_url: stored.marketplace_url })
  return { ...rest, published: marked(published), unpublished: marked(unpublished) }
}

/** Switches internal to the platform team, each saved immediately (LADM-12, LADM-16, LIST-82). */
const InternalSwitches = memo(function InternalSwitches(props: InternalSwitchesProps) {
  const { appId, listing, adoptTimestamp, canEdit, onListing } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const current = listing.unpublished ?? listing.published
  // Saved one at a time, because each reply has the state of all switches at that time.
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ id, body }: MarkChange) => saveMarks(id, body),
    scope: { id: `marks of ${current?.id}` },
  })
  const [saving, setSaving] = useState<MarkChange['body']>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const onMarked = (stored: Submission) => {
    adoptTimestamp(stored)
    onListing((before) => withMarked(before, stored))
  }
  const mark = async (field: ListingMark, value: boolean) => {
    if (!current) return
    setSaving((before) => ({ ...before, [field]: value }))
    try {
      onMarked(await save({ id: current.id, body: { [field]: value } }))
      // The next step of the app depends on it.
      if (field === 'live') refreshRelated(client, appId)
      toast('success', t('listings.staff.saved'))
    } catch (error) {
      setFailure(toFailure(error))
    }
    // A later click on the same switch is still to be saved.
    setSaving(({ [field]: latest, ...others }) =>
      latest === value ? others : { ...others, [field]: latest },
    )
  }
  const detail = t(current ? 'listings.staff.internalDetail' : 'listings.staff.internalWaits')
  return (
    <>
      <Section title={t('listings.staff.internal')} description={detail}>
        <ErrorBanner
          title={t('ui.couldNotSave')}
          keepsTitle
          error={failure}
          onClose={() => setFailure(null)}
        />
        <div className={classes['switches']}>
          {listingMarks.map((field) => (
            <LabeledSwitch
              key={field}
              label={t(`listings.staff.${field}`)}
              checked={saving[field] ?? current?.[field] ?? false}
              disabled={!current || !canEdit}
              onChange={({ currentTarget }) => {
                setFailure(null)
                void mark(field, currentTarget.checked)
              }}
            />
          ))}
        </div>
      </Section>
      {current && (
        <ReviewNotesForm key={current.id} current={current} readOnly={!canEdit} onMarked={onMarked} />
      )}
    </>
  )
})
