import type { Audience } from '@trestle/domain/access/audience.ts'
import { availableListingTransitions, type ListingTransition } from '@trestle/domain/listings/transitions.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Listing, Submission } from '@trestle/domain/listings/contract.ts'
import type { Problem } from '@trestle/domain/listings/rules.ts'
import { memo, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { UserError } from '../../ui/failure.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveHotkey } from '../../ui/useSaveHotkey.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import classes from '../Listing.module.css'
import type { ListingApp } from './ListingEditor.tsx'
import { reloadListing } from '../queries.ts'
import { transitionListing } from '../mutations.ts'
import type { ReviewDialogProps, ReviewInput } from '../review/ReviewDialog.tsx'
import { transitionResults } from '../review/transitionResults.ts'
import { labelFor } from './problemLabels.ts'
import { isAboutContent, reasonAgainst, type UploadStatus } from './reasonAgainst.ts'
import type { ListingForm } from './useListingForm.ts'

interface ListingActionsProps {
  app: ListingApp
  listing: Listing
  audience: Audience
  canEdit: boolean
  mayTransition: boolean
  needsActivation: boolean
  /** The submission that the form edits; null before the first save. */
  target: Submission | null
  isUnsaved: boolean
  isReadOnly: boolean
  isSaving: boolean
  uploads: UploadStatus & { isLong: boolean }
  /** `only` is the problem, if there is just one. */
  problems: { count: number; only: Problem | undefined }
  save: ListingForm['save']
  check: ListingForm['check']
  isPreviewing: boolean
  onPreview: () => void
  /** Called when the check finds problems, which the top of the form lists. */
  onFound: () => void
  onGoTo: (problem: Problem) => void
  onTransitioned: (changed: Submission) => void
}

const ReviewDialog = lazyOverlay<ReviewDialogProps>(() =>
  import('../review/ReviewDialog.tsx').then((m) => m.ReviewDialog),
)

// A click tries again, and shows a failure.
const preloadDialog = () => void ReviewDialog.preload().catch(() => undefined)

/**
 * Returns the transitions shown to one side: those of the current state and upcoming ones (LSTATE-08, LSTATE-21,
 * LSTATE-22).
 */
function transitionsFor(audience: Audience, current: Submission | null): ListingTransition[] {
  if (audience === 'staff') return ['approve', 'reject']
  if (!current || current.state === 'published') return ['submit']
  return availableListingTransitions(current, 'developer')
}

interface ShownReason {
  text: string
  /** The only problem to correct, whose field the bar links to after the text. */
  problem?: Problem | undefined
}

/** Returns why the buttons of transitions are disabled, and the text of the first reason. */
function useReasons(transitions: ListingTransition[], props: ListingActionsProps) {
  const { t } = useTranslation()
  const { problems, canEdit, audience } = props
  const reasons = transitions.map((transition) =>
    reasonAgainst(transition, { ...props, problemCount: problems.count }),
  )
  if (!canEdit && audience !== 'staff') {
    return { reasons, shown: { text: t('listings.actions.why.readOnly') } }
  }
  const first = reasons.find((reason) => reason !== null)
  const shown: ShownReason | undefined = first && {
    text: 'count' in first ? t(first.key, { count: first.count }) : t(first.key),
    problem: isAboutContent(first) ? problems.only : undefined,
  }
  return { reasons, shown }
}

/**
 * Returns the focus to the button that opened a dialog or the preview, or to the bar if that button is disabled or
 * gone.
 */
function useFocusBack(isOpen: boolean) {
  const bar = useRef<HTMLFieldSetElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const asking = opener.current
    if (isOpen || !asking) return
    opener.current = null
    if (asking.isConnected && !asking.disabled) asking.focus()
    else bar.current?.focus()
  }, [isOpen])
  const remember = (button: HTMLButtonElement) => {
    opener.current = button
  }
  return { bar, remember }
}

/** Returns whether the marketplace shows a listing once it is approved. */
const willBeShown = (app: ListingApp, submission: Submission | null): boolean =>
  app.marketplace_enabled && submission?.live !== false

/** Shows Save, Check, Preview and the next review step. A disabled button says why. */
export const ListingActions = memo(function ListingActions(props: ListingActionsProps) {
  const { app, audience, target: current, isUnsaved, isSaving, isReadOnly } = props
  const { t } = useTranslation()
  const [pending, setPending] = useState<ListingTransition | null>(null)
  const [message, setMessage] = useState('')
  const { bar, remember } = useFocusBack(pending !== null || props.isPreviewing)
  const { mutateAsync: makeTransition } = useMutation(transitionListing(audience, app))
  const client = useQueryClient()
  const whyId = useId()
  const transitions = transitionsFor(audience, current)
  const { reasons, shown } = useReasons(transitions, props)
  const check = () => {
    if (props.check().length > 0) props.onFound()
    else toast('success', t('listings.actions.checkPassed'))
  }
  const preview = (button?: HTMLButtonElement) => {
    if (button) remember(button)
    props.check()
    props.onPreview()
  }
  const save = async () => {
    if (await props.save()) toast('success', t('listings.actions.saved'))
  }
  useSaveHotkey(() => {
    if (isUnsaved && !isReadOnly && !isSaving) void save()
  })
  const confirm = async (chosen: ListingTransition, input: ReviewInput) => {
    if (!current) throw new UserError(t('listings.actions.why.submitNothing'))
    const changed = await makeTransition({ transition: chosen, submission: current, ...input })
    props.onTransitioned(changed)
    setMessage('')
    toast('success', t(`listings.confirm.${transitionResults[chosen]}`))
  }
  const isResubmission = Boolean(current?.admin_message)
  const nameFor = (each: ListingTransition) =>
    t(`listings.actions.${each === 'submit' && isResubmission ? 'resubmit' : each}`)
  return (
    <fieldset ref={bar} tabIndex={-1} className={classes['bar']}>
      <legend className="visually-hidden">{t('listings.actions.label')}</legend>
      {!isReadOnly && <SaveButton {...props} reasonId={`${whyId}-save`} onSave={() => void save()} />}
      <CheckButtons onCheck={check} onPreview={preview} />
      <StayNotice isShown={props.uploads.isLong} />
      {transitions.map((each, index) => (
        <Button
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          key={each}
          className={classes['transition']}
          {...(each === 'reject' && { color: 'red' })}
          variant={each === 'withdraw' || each === 'reject' ? 'default' : 'filled'}
          disabled={reasons[index] !== null}
          aria-describedby={reasons[index] === null ? undefined : `${whyId}-reason`}
          onClick={({ currentTarget }) => {
            remember(currentTarget)
            setPending(each)
          }}
        >
          {nameFor(each)}
        </Button>
      ))}
      <CheckMenu onCheck={check} onPreview={preview} />
      <Reasons id={whyId} cannotSave={!isReadOnly && !isUnsaved} reason={shown} onGoTo={props.onGoTo} />
      {pending && (
        <ReviewDialog
          opened
          transition={pending}
          isResubmission={isResubmission}
          name={app.internal_name}
          isShown={willBeShown(app, current)}
          draftMessage={message}
          onDraftMessage={setMessage}
          onClose={() => setPending(null)}
          onReload={() => reloadListing(client, app.id)}
          onConfirm={confirm}
        />
      )}
    </fieldset>
  )
})

type SaveButtonProps = Pick<ListingActionsProps, 'audience' | 'isSaving' | 'isUnsaved'> & {
  reasonId: string
  onSave: () => void
}

/** Stays focusable while there is nothing to save, such as after a save. */
function SaveButton({ audience, isSaving, isUnsaved, reasonId, onSave }: SaveButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      data-disabled={!isUnsaved}
      aria-disabled={!isUnsaved}
      aria-describedby={isUnsaved ? undefined : reasonId}
      loading={isSaving}
      onClick={() => {
        if (isUnsaved) onSave()
      }}
    >
      {t(audience === 'staff' ? 'listings.actions.saveStaff' : 'listings.actions.save')}
    </Button>
  )
}

interface ReasonsProps extends Pick<ListingActionsProps, 'onGoTo'> {
  /** The prefix of the ids that link the buttons to their reasons. */
  id: string
  cannotSave: boolean
  reason: ShownReason | undefined
}

/** Shows why buttons of the bar are disabled. */
function Reasons({ id, cannotSave, reason, onGoTo }: ReasonsProps) {
  const { t } = useTranslation()
  if (!cannotSave && !reason) return null
  return (
    <p className={classes['why']}>
      {cannotSave && <span id={`${id}-save`}>{t('ui.noChanges')}</span>}{' '}
      {reason && (
        <span id={`${id}-reason`}>
          {reason.text} {reason.problem && <GoTo problem={reason.problem} onGoTo={onGoTo} />}
        </span>
      )}
    </p>
  )
}

function GoTo({ problem, onGoTo }: Pick<ListingActionsProps, 'onGoTo'> & { problem: Problem }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={classes['goTo']} onClick={() => onGoTo(problem)}>
      {labelFor(t, problem.path)}
    </button>
  )
}

interface ChecksProps {
  onCheck: () => void
  onPreview: (button?: HTMLButtonElement) => void
}

/** Shows the buttons that don't change the listing. */
function CheckButtons({ onCheck, onPreview }: ChecksProps) {
  const { t } = useTranslation()
  if (useIsPhone()) return null
  return (
    <>
      <Button variant="subtle" onClick={onCheck}>
        {t('listings.actions.check')}
      </Button>
      <Button variant="subtle" onClick={({ currentTarget }) => onPreview(currentTarget)}>
        {t('listings.actions.preview')}
      </Button>
    </>
  )
}

/** Shows the same actions as a menu on a phone, where buttons would make the bar hide much of the form. */
function CheckMenu({ onCheck, onPreview }: ChecksProps) {
  const { t } = useTranslation()
  if (!useIsPhone()) return null
  const items = [
    { key: 'check', label: t('listings.actions.check'), onSelect: onCheck },
    { key: 'preview', label: t('listings.actions.preview'), onSelect: () => onPreview() },
  ]
  return (
    <div className={classes['checks']}>
      <Dropdown items={items} name={t('listings.title')} />
    </div>
  )
}

/**
 * Asks the user to stay on the page (MEDIA-11): in the bar, which is below every section, and in a live region that
 * exists before its text.
 */
function StayNotice({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation()
  return <output className={classes['stay']}>{isShown && t('listings.media.stillUploading')}</output>
}
