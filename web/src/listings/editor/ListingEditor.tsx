import type { Audience } from '@trestle/domain/access/audience.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ListingChange } from '@trestle/domain/changes/listing.ts'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import type { ListingContent } from '@trestle/domain/listings/content.ts'
import {
  listingTabs,
  computeProgress,
  type ListingSection,
  type ListingTab,
  type Problem,
} from '@trestle/domain/listings/rules.ts'
import type { MarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import {
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../shared/drafts/DraftNotice.tsx'
import { PartLeaveGuard } from '../../shared/LeaveGuard.tsx'
import '../../texts/listings.ts'
import { RequiredNote } from '../../ui/RequiredNote.tsx'
import { SectionHeading } from '../../ui/Section.tsx'
import { lazyWhenIdle } from '../../ui/LazyWhenIdle.tsx'
import { showFrom } from '../../ui/showFrom.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { StaleSaveDialog } from '../../ui/StaleSaveDialog.tsx'
import { useLatest } from '../../ui/useLatest.ts'
import { useUnchanged } from '../../ui/useUnchanged.ts'
import { whenIdle } from '../../ui/whenIdle.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { useAddressChoice } from '../../shared/useAddressChoice.ts'
import { ListingBanners } from './ListingBanners.tsx'
import classes from '../Listing.module.css'
import { ListingActions } from './ListingActions.tsx'
import { ChangeList } from './ListingChanges.tsx'
import { LinkedProblems } from './LinkedProblems.tsx'
import { ListingFailure } from './ListingFailure.tsx'
import { ListingHead, type View } from './ListingHead.tsx'
import { ListingTabs } from './ListingTabs.tsx'
import type { ListingDraft } from '../listingDraft.ts'
import { refreshRelated, reloadListing, withSaved } from '../queries.ts'
import { useIsLongUpload } from '../media/useIsLongUpload.ts'
import type { StaffFieldsProps } from '../fields/StaffFields.tsx'
import type { TimelineProps } from '../review/Timeline.tsx'
import { preloadSection, preloadSections } from './sections.ts'
import { useListingForm, type ListingForm } from './useListingForm.ts'

const Timeline = lazyWhenIdle<TimelineProps>(
  () => import('../review/Timeline.tsx').then((m) => m.Timeline),
  <LinesSkeleton lines={4} />,
)

export interface ListingApp {
  id: number
  internal_name: string
  marketplace_enabled: boolean
}

/** Renders the public page from the form's data, with the marketplace's own component (LVAL-39). */
export type DrawPreview = (shown: {
  content: ListingContent
  facts: PreviewFacts
  onClose: () => void
}) => ReactNode

/** The data that the public page shows in addition to the content. */
export type PreviewFacts = Pick<MarketplaceApp, 'made_by_procore' | 'procore_certified_partner' | 'version'>

interface ListingEditorProps {
  app: ListingApp
  listing: Listing
  /** Input typed earlier and not saved. */
  draft: ListingDraft | null
  audience: Audience
  canEdit: boolean
  /** Whether the user may make their side's transitions: submit and withdraw, or decide. */
  mayTransition: boolean
  needsActivation: boolean
  preview: DrawPreview
  /** The staff-only part, whose code only the staff page loads. */
  staffFields?: ComponentType<StaffFieldsProps>
  /** Updates the cached listing, which the developer's tab and the staff page load differently. */
  onListing: (change: (before: Listing) => Listing) => void
}

/** Shows an app's listing editor for developers and staff: ten tabs, one form, one save (LIST-01, LIST-02). */
export function ListingEditor(props: ListingEditorProps) {
  const { app, listing, audience, canEdit, staffFields: StaffFields, onListing } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const [section, setSection] = useSection(audience)
  const [chosenView, setView] = useState<View>('draft')
  const [isPreviewing, setPreviewing] = useState(false)
  const [checks, setChecks] = useState(0)
  const page = useRef<HTMLDivElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const hasBoth = listing.published !== null && listing.unpublished !== null
  const isPhone = useIsPhone()
  const view = hasBoth ? chosenView : 'draft'
  const form = useListingForm({
    appId: app.id,
    listing,
    draft: props.draft,
    audience,
    canEdit,
    showsPublished: view === 'published',
    onSaved: (saved) => {
      onListing((before) => withSaved(before, saved))
      refreshRelated(client, app.id)
    },
    onOutdated: () => void reloadListing(client, app.id),
  })
  const { isUnsaved, failure } = form
  useEffect(() => {
    if (checks > 0) showFrom(summary.current)
  }, [checks])
  useEffect(() => {
    if (failure) showFrom(summary.current)
  }, [failure])
  const progress = useUnchanged(computeProgress(form.content, form.context))
  // Its fields take longer than a frame, so the selected section is marked before they render.
  const drawnSection = useDeferredValue(section)
  const goTo = useGoTo(page, drawnSection, setSection, () => setView('draft'))
  return (
    <div ref={page} className={classes['page']}>
      <div className={classes['banners']}>
        <ListingBanners
          appId={app.id}
          listing={listing}
          audience={audience}
          canEdit={canEdit}
          needsActivation={props.needsActivation}
        />
        <DraftNotice draft={form.draft} />
      </div>
      <ListingHead
        {...{ listing, isUnsaved, view, setView, hasBoth, progress }}
        draftStatus={form.draft.status}
        hasNewFiles={form.draft.hasNewFiles}
        withRequiredNote={!form.isReadOnly && !isPhone}
      />
      <ChangeList form={form} onGoTo={goTo.toChange} />
      <div ref={summary} tabIndex={-1} className={classes['summary']}>
        <ListingFailure form={form} onGoTo={goTo.toProblem} />
        <LinkedProblems
          title={t('listings.actions.checkFailed')}
          problems={form.checkedProblems}
          onGoTo={goTo.toProblem}
        />
      </div>
      <ListingTabs
        appId={app.id}
        listing={listing}
        form={form}
        tab={section}
        drawnTab={drawnSection}
        onTab={setSection}
        progress={progress}
      />
      {/* On a phone below the fields: the banners leave just enough room for the first one. */}
      {!form.isReadOnly && isPhone && <RequiredNote />}
      <SectionHeading value="h3">
        {StaffFields && <StaffFields {...{ app, listing, form, canEdit, onListing }} />}
        <EditorActions
          {...props}
          form={form}
          isPreviewing={isPreviewing}
          onPreview={() => setPreviewing(true)}
          onFound={() => setChecks((before) => before + 1)}
          onGoTo={goTo.toProblem}
        />
        <Timeline appId={app.id} audience={audience} />
      </SectionHeading>
      {isPreviewing &&
        props.preview({
          content: form.content,
          facts: toPreviewFacts(listing, form),
          onClose: () => setPreviewing(false),
        })}
      <PartLeaveGuard unsaved={isUnsaved || form.uploads.isUnfinished} question={t('listings.leave')} />
      <StaleSaveDialog {...form.staleDialog} />
    </div>
  )
}

function toPreviewFacts(listing: Listing, { content }: ListingForm): PreviewFacts {
  const { published, unpublished, versions } = listing
  const marked = unpublished ?? published
  return {
    made_by_procore: marked?.made_by_procore ?? false,
    procore_certified_partner: marked?.procore_certified_partner ?? false,
    version:
      versions.find(({ app_version_id: key }) => key === content.app_version_id)?.semantic_version ?? null,
  }
}

/** Returns the section that the address names, and a function that opens another one. */
function useSection(audience: Audience) {
  const [section, setSection] = useAddressChoice(audience, 'section', listingTabs, 'app')
  useEffect(() => whenIdle(preloadSections), [])
  const open = (tab: ListingTab) => {
    preloadSection(tab)
    setSection(tab)
  }
  return [section, open] as const
}

interface EditorActionsProps extends ListingEditorProps {
  form: ListingForm
  isPreviewing: boolean
  onPreview: () => void
  onFound: () => void
  onGoTo: (problem: Problem) => void
}

/** Passes the actions only the form data that they show, which a keystroke rarely changes. */
function EditorActions({ form, onPreview, onFound, onGoTo, isPreviewing, ...props }: EditorActionsProps) {
  const { app, listing, audience, canEdit, mayTransition, needsActivation } = props
  const { target, isUnsaved, isReadOnly, isSaving, save, check, problems } = form
  const { list, isSending, failedCount, canRetry } = form.uploads
  return (
    <ListingActions
      {...{ app, listing, audience, canEdit, mayTransition, needsActivation, isPreviewing }}
      {...{ target, isUnsaved, isReadOnly, isSaving, save, check }}
      uploads={useUnchanged({ isSending, failedCount, canRetry, isLong: useIsLongUpload(list) })}
      problems={useUnchanged({
        count: problems.length,
        only: problems.length === 1 ? problems[0] : undefined,
      })}
      onPreview={useLatest(onPreview)}
      onFound={useLatest(onFound)}
      onGoTo={useLatest((problem: Problem) => {
        // Shows its message too.
        form.touch(problem.path)
        onGoTo(problem)
      })}
      onTransitioned={useLatest((changed: Submission) => form.settleTransition(changed))}
    />
  )
}

function focusAt(page: HTMLElement | null, selector: string): void {
  const field = page?.querySelector<HTMLElement>(selector)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
}

/** Returns a function that focuses a field or the mark of a change, opening its section first. */
function useGoTo(
  page: RefObject<HTMLDivElement | null>,
  section: ListingTab,
  setSection: (section: ListingTab) => void,
  showDraft: () => void,
) {
  const wanted = useRef<string>(null)
  useEffect(() => {
    if (wanted.current !== null) focusAt(page.current, wanted.current)
    wanted.current = null
  }, [page, section])
  const goTo = (selector: string, tab: ListingSection) => {
    // The staff fields are below every section.
    if (tab === section || tab === 'staff') return focusAt(page.current, selector)
    wanted.current = selector
    setSection(tab)
  }
  return {
    toProblem: ({ path, section: tab }: Problem) => {
      // Disabled fields of the published listing can't have the focus.
      flushSync(showDraft)
      goTo(`[data-path="${path}"]`, tab)
    },
    toChange: ({ path, section: tab }: ListingChange) => goTo(`[data-change="${path}"]`, tab),
  }
}
