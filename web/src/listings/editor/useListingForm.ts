import type { Audience } from '@trestle/domain/access/audience.ts'
import type { CheckContext } from '@trestle/domain/listings/checking.ts'
import { compareListings, type ListingChange } from '@trestle/domain/changes/listing.ts'
import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import { findProblems, type ListingSection, type Problem } from '@trestle/domain/listings/rules.ts'
import { toContent } from '@trestle/domain/listings/toContent.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useState } from 'react'
import { useFlags } from '../../http/session.ts'
import { conflictingState } from '../../http/callError.ts'
import { isConflict } from '../../http/gone.ts'
import { useFollowStored } from '../../shared/useFollowStored.ts'
import { useStaleChoice } from '../../shared/useStaleChoice.ts'
import { toFailure, type FormFailure } from '../../ui/failure.ts'
import { useLatest } from '../../ui/useLatest.ts'
import type { ListingDraft } from '../listingDraft.ts'
import { saveListing } from '../mutations.ts'
import { isSame } from '../../ui/isSame.ts'
import { sentListing } from './sentListing.ts'
import { toChoices, useListingEdits } from './useListingEdits.ts'
import { useListingDraft } from './useListingDraft.ts'
import { useListingFiles } from './useListingFiles.ts'
import { useQuestionnaireToast } from './useQuestionnaireToast.ts'

interface Options {
  appId: number
  listing: Listing
  /** Input typed earlier and not saved. */
  draft: ListingDraft | null
  audience: Audience
  canEdit: boolean
  /** The published listing is shown, which is read-only. */
  showsPublished: boolean
  onSaved: (saved: Submission) => void
  /** Called if a save was refused because of the listing's state, which this page may not know. */
  onOutdated: () => void
}

const toStart = ({ published, unpublished }: Listing): ListingContent => {
  const stored = unpublished ?? published
  return stored ? toContent(stored) : emptyContent
}

/** Returns a stamp that changes with either submission. */
const toStamp = ({ published, unpublished }: Listing): string =>
  [published, unpublished].map((each) => `${each?.id} ${each?.updated_at}`).join()

/** Returns the submission a save may update. A published one is never changed: saving starts the next listing. */
const writable = (saved: Submission): Submission | null => (saved.state === 'published' ? null : saved)

interface SaveResult {
  saved: Submission | null
  refused: Record<string, string[]>
}

/** Stores the saved content, the submission a save updates, and the conflict if someone else saved meanwhile. */
function useStored({ appId, listing, audience, onSaved, onOutdated }: Options) {
  const [stored, setStored] = useState(() => toStart(listing))
  /** The submission as this form last saw it, so that the server refuses the save if it has changed since. */
  const [target, setTarget] = useState(listing.unpublished)
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [isSaving, setSaving] = useState(false)
  const stale = useStaleChoice<Submission>()
  const announceQuestionnaire = useQuestionnaireToast()
  const settle = (saved: Submission) => {
    setStored(toContent(saved))
    setTarget(writable(saved))
    setFailure(null)
    stale.close()
    onSaved(saved)
  }
  /** Takes over the latest stored state. */
  const adoptLatest = (latest: Listing): ListingContent => {
    const start = toStart(latest)
    setStored(start)
    setTarget(latest.unpublished)
    stale.close()
    return start
  }
  /**
   * Changing staff's internal switches gives the listing a new timestamp; the content is the same unless others changed
   * it.
   */
  const adoptTimestamp = (saved: Submission) => {
    if (saved.id === target?.id && isSame(toContent(saved), toContent(target))) setTarget(saved)
  }
  const save = async (edited: ListingContent, to: Submission | null): Promise<SaveResult> => {
    setSaving(true)
    setFailure(null)
    try {
      const saved = await saveListing(audience, appId, to, sentListing(stored, edited, audience))
      settle(saved)
      announceQuestionnaire(stored, saved)
      return { saved, refused: {} }
    } catch (error) {
      const conflicting = conflictingState<Submission>(error)
      if (conflicting) {
        // A save whose reply got lost has stored it already.
        const isStored = conflicting.updated_at !== to?.updated_at && isSame(toContent(conflicting), edited)
        if (isStored) return save(edited, writable(conflicting))
        stale.ask(conflicting)
        return { saved: null, refused: {} }
      }
      if (isConflict(error)) onOutdated()
      const formFailure = toFailure(error)
      stale.close()
      setFailure(formFailure)
      return { saved: null, refused: formFailure.fields ?? {} }
    } finally {
      setSaving(false)
    }
  }
  return { stored, target, adoptTimestamp, failure, setFailure, isSaving, stale, settle, adoptLatest, save }
}

function useCheckContext({ listing }: Options): CheckContext {
  const flags = useFlags()
  return {
    isGovernmentCloud: flags.gov_cloud,
    securityEnabled: flags.security_and_compliance_enabled,
    versionKeys: listing.versions.map(({ app_version_id }) => app_version_id),
  }
}

/** Returns whether a listing was loaded before `target` was saved. */
const isOlder = ({ unpublished }: Listing, target: Submission | null): boolean =>
  unpublished !== null &&
  target !== null &&
  unpublished.id === target.id &&
  unpublished.updated_at < target.updated_at

/** Returns whether developers wait for a decision; staff can still edit (LSTATE-14, LADM-09). */
const isWaiting = (audience: Audience, target: Submission | null): boolean =>
  audience === 'developer' && target?.state === 'in_review'

/**
 * Shows the latest stored content while the form has nothing unsaved. A listing that was submitted elsewhere closes
 * the form immediately and keeps the unsaved input.
 */
function useFollowListing(
  { listing, audience }: Options,
  store: ReturnType<typeof useStored>,
  edits: ReturnType<typeof useListingEdits>,
  { isUnsaved, isClosed }: { isUnsaved: boolean; isClosed: boolean },
): void {
  const isSubmittedElsewhere = !isClosed && isWaiting(audience, listing.unpublished)
  const isBusy = (isUnsaved && !isSubmittedElsewhere) || store.isSaving
  useFollowStored({ updated_at: toStamp(listing) }, isBusy, () => {
    if (isOlder(listing, store.target)) return
    const content = store.adoptLatest(listing)
    if (isSubmittedElsewhere) edits.begin(content, store.stored)
    // This also loads the user's own save.
    else edits.begin(content, isSame(content, store.stored) ? edits.edited : undefined)
  })
}

/**
 * Returns null without a comparison: for developers, and unless a published listing exists in addition to the shown
 * one.
 */
function changesIn(
  { listing: { published }, audience, showsPublished }: Options,
  content: ListingContent,
  { securityEnabled }: CheckContext,
): ListingChange[] | null {
  if (audience !== 'staff' || showsPublished || !published) return null
  return compareListings(toContent(published), content).filter(
    ({ section }) => section !== 'security' || securityEnabled,
  )
}

function versionNameIn({ versions, published }: Listing, id: string): string {
  const known = [...versions, published?.app_version].find((version) => version?.app_version_id === id)
  return known ? versionLabel(known) : id
}

/**
 * Shows a field's problems after the user visited it, and all problems after a check of the whole form, except those
 * that were cleared since. The fields of the published listing have none.
 */
function useShownProblems(
  problems: Problem[],
  edits: ReturnType<typeof useListingEdits>,
  showsPublished: boolean,
) {
  const { touched, cleared, refused } = edits
  const [isChecked, setChecked] = useState(false)
  const checkedProblems = isChecked ? problems.filter(({ path }) => !cleared.has(path)) : []
  const isShown = (problem: Problem) =>
    checkedProblems.includes(problem) || touched.has(problem.path) || problem.path in refused
  const shown = showsPublished ? [] : problems.filter(isShown)
  return {
    /** The problems found by the check of the whole form that aren't corrected or cleared yet. */
    checkedProblems,
    /**
     * The problems that the last save was refused for and that aren't corrected yet. Null if only the server's
     * messages explain it.
     */
    refusedProblems: Object.keys(refused).every((path) => problems.some((problem) => problem.path === path))
      ? problems.filter(({ path }) => path in refused)
      : null,
    /** Sections with errors the user has already seen. */
    sectionsWithErrors: new Set<ListingSection>(shown.map(({ section }) => section)),
    errorOf: (path: string): string | null => {
      if (showsPublished) return null
      return refused[path]?.[0] ?? shown.find((problem) => problem.path === path)?.message ?? null
    },
    /** Runs every rule and shows all problems from now on (LVAL-02). */
    check: (): Problem[] => {
      setChecked(true)
      edits.restoreErrors()
      return problems
    },
  }
}

/** Creates the listing form: one content, validated at every change, saved as its differences (LVAL-01, LVAL-51). */
export function useListingForm(options: Options) {
  const { listing, audience, canEdit, showsPublished } = options
  const store = useStored(options)
  const edits = useListingEdits(store.stored)
  const files = useListingFiles({ ...options, stored: store.stored }, edits)
  const published = listing.published ? toContent(listing.published) : null
  const content = showsPublished && published ? published : edits.edited
  const choices = showsPublished ? toChoices(content) : edits.choices
  const context = useCheckContext(options)
  // Of the edited content even while the published one is shown, because only that can be submitted or approved.
  const step = audience === 'staff' ? 'approve' : 'submit'
  const problems = findProblems(edits.edited, step, { ...context, ...edits.choices })
  const checking = useShownProblems(problems, edits, showsPublished)

  /** Keeps the input that differs from `since`, which was stored before. */
  const settle = (saved: Submission, since?: ListingContent) => {
    store.settle(saved)
    edits.begin(toContent(saved), since)
  }
  const save = async (to: Submission | null): Promise<Submission | null> => {
    const sent = edits.edited
    const { saved, refused } = await store.save(sent, to)
    if (saved) edits.begin(toContent(saved), sent)
    else edits.setRefused(refused)
    return saved
  }
  const isUnsaved = !isSame(store.stored, edits.edited)
  const isClosed = !canEdit || isWaiting(audience, store.target)
  useFollowListing(options, store, edits, { isUnsaved, isClosed })
  // Runs last, so that the effect above doesn't undo what it restores.
  const draft = useListingDraft(options, store, edits, isClosed)
  return {
    ...edits,
    ...files,
    content,
    choices,
    audience,
    draft,
    context: { ...context, ...choices },
    problems,
    ...checking,
    target: store.target,
    failure: store.failure,
    isSaving: store.isSaving,
    isReadOnly: showsPublished || isClosed,
    isUnsaved,
    /** Differences from the published listing: for staff, once one is published (LADM-08). */
    changes: changesIn(options, content, context),
    versionName: (id: string): string => versionNameIn(listing, id),
    save: useLatest(() => save(store.target)),
    check: useLatest(checking.check),
    /** Takes over a submitted, withdrawn or decided listing and keeps unsaved input. */
    settleTransition: (changed: Submission) => settle(changed, store.stored),
    adoptTimestamp: useLatest(store.adoptTimestamp),
    clearFailure: () => store.setFailure(null),
    staleDialog: store.stale.dialog({
      reload: (current) => settle(current),
      overwrite: async (current) => void (await save(writable(current))),
    }),
  }
}

export type ListingForm = ReturnType<typeof useListingForm>
