import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import type { Environment } from './EnvironmentBadge.tsx'
import { ErrorBanner } from './ErrorBanner.tsx'
import { ErrorSummary, type Problem } from './ErrorSummary.tsx'
import { type Failure, toFailure, splitFailure } from './failure.ts'
import classes from './FormShell.module.css'
import { useHoldOpen } from './openDialog.ts'
import { RequiredNote } from './RequiredNote.tsx'
import { showFrom } from './showFrom.ts'
import { useSaveHotkey } from './useSaveHotkey.ts'

interface FormShellProps<Values> {
  form: UseFormReturnType<Values>
  /** Field path on the wire → its label, for the error summary. Nested rows: `contacts.0.name`. */
  labels: Record<string, string>
  /** Rejects when the save is refused; only this form shows the refusal. Returns false if nothing is saved yet. */
  onSubmit: (values: Values) => Promise<boolean | void>
  submitLabel: string
  /** Marks the submit button of an action that takes something away. */
  danger?: boolean
  /** The color of the environment that the form is about. */
  color?: Environment
  /** SHELL-17: the submit button waits for a change. Disable it for forms that start empty. */
  needsChange?: boolean
  /** Another reason why saving is disabled, as text. */
  disabledReason?: string | null
  /** On an admin page: the refusal's banner has the specified title, and can be closed (ERR-06). */
  isForStaff?: boolean
  errorTitle?: string
  /** The title stays if the reply got lost, because the specification sets it. */
  keepsErrorTitle?: boolean | undefined
  requiredNote?: boolean
  /** More buttons and links next to the submit button. */
  actions?: ReactNode
  /** Kept apart from the submit button and its reason, at the end of the row. */
  endActions?: ReactNode
  /** In a dialog: the `CancelButton`. As in questions, it comes before the submit button, at the end of the row. */
  cancel?: ReactNode
  /** The class of the row of the submit button. */
  barClass?: string | undefined
  /** Saves on Ctrl/Cmd+S. */
  saveHotkey?: boolean
  children: ReactNode
}

/** Returns the errors in the order of the labels, which matches the fields. Unlabeled errors come last. */
function toProblems(errors: Record<string, ReactNode>, labels: Record<string, string>): Problem[] {
  const paths = [...new Set([...Object.keys(labels), ...Object.keys(errors)])]
  return paths
    .filter((path) => Boolean(errors[path]))
    .map((path) => ({ path, label: labels[path] ?? path, message: errors[path] }))
}

type Submission<Values> = Pick<FormShellProps<Values>, 'form' | 'labels' | 'onSubmit'>

/** How long a save is confirmed next to its button. */
const savedMs = 3000

/** Returns whether a save has just succeeded, and a function to record this. */
function useJustSaved(): [boolean, () => void] {
  const [savedAt, setSavedAt] = useState<number | null>(null)
  useEffect(() => {
    if (savedAt === null) return
    const timer = setTimeout(() => setSavedAt(null), savedMs)
    return () => clearTimeout(timer)
  }, [savedAt])
  return [savedAt !== null, () => setSavedAt(Date.now())]
}

/** Returns the problems of the last submit and moves the focus to them. */
function useSubmission<Values>({ form, labels, onSubmit }: Submission<Values>) {
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [isJustSaved, markSaved] = useJustSaved()
  const summary = useRef<HTMLDivElement>(null)

  // The summary is rendered only after a refused submit.
  useEffect(() => {
    if (refusals > 0) showFrom(summary.current)
  }, [refusals])

  const showProblems = () => {
    setSubmitted(true)
    setRefusals((times) => times + 1)
  }

  const refuse = (error: unknown) => {
    // Blur validates a field and would clear the server's error, so blur it before the errors are set.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const { fields, rest } = splitFailure(toFailure(error), Object.keys(labels))
    form.setErrors(fields)
    setFailure(rest)
    showProblems()
  }

  const save = async (values: Values) => {
    setFailure(null)
    setSubmitted(false)
    await onSubmit(values).then((isSaved) => {
      if (isSaved !== false) markSaved()
    }, refuse)
  }

  const problems = submitted ? toProblems(form.errors, labels) : []
  return { problems, failure, dismiss: () => setFailure(null), summary, save, showProblems, isJustSaved }
}

/** Shows a form around its fields: error summary, refusal, the rule for unchanged forms, and the submit button. */
export function FormShell<Values>(props: FormShellProps<Values>) {
  const { form, needsChange = true, requiredNote = true, saveHotkey = false } = props
  const { t } = useTranslation()
  const { problems, failure, dismiss, summary, save, showProblems, isJustSaved } = useSubmission(props)
  const waitsForChange = needsChange && !form.isDirty()
  const reason = props.disabledReason ?? (waitsForChange ? t('ui.noChanges') : null)
  const errorTitle = props.isForStaff ? t('ui.couldNotSave') : props.errorTitle
  const submit = form.onSubmit(save, showProblems)
  const submitUnlessOff = (event: FormEvent<HTMLFormElement>) => {
    if (reason === null) submit(event)
    else event.preventDefault()
  }
  useHoldOpen(form.submitting)
  const submitOnce = () => {
    if (!form.submitting && reason === null) submit()
  }
  useSaveHotkey(saveHotkey && submitOnce, () => summary.current)

  return (
    // Until the script of a page runs, this method keeps a submit from adding the fields to the address.
    <form onSubmit={submitUnlessOff} method="dialog" noValidate>
      <Stack gap="md">
        <div ref={summary} tabIndex={-1} className={classes['summary']}>
          <ErrorSummary problems={problems} onGoTo={(path) => form.getInputNode(path)?.focus()} />
          <ErrorBanner
            title={errorTitle}
            keepsTitle={props.isForStaff ?? props.keepsErrorTitle}
            {...(props.isForStaff && { onClose: dismiss })}
            error={failure}
          />
        </div>
        {requiredNote && <RequiredNote />}
        <Boundary>{props.children}</Boundary>
        <SubmitRow
          danger={props.danger}
          color={props.color}
          label={props.submitLabel}
          busy={form.submitting}
          reason={reason}
          isSaved={isJustSaved}
          actions={props.actions}
          endActions={props.endActions}
          cancel={props.cancel}
          className={props.barClass}
        />
      </Stack>
    </form>
  )
}

interface SubmitRowProps {
  label: string
  danger: boolean | undefined
  color: Environment | undefined
  busy: boolean
  reason: string | null
  /** Shows that the changes are saved instead of the reason. */
  isSaved: boolean
  actions: ReactNode
  endActions: ReactNode
  cancel: ReactNode
  className: string | undefined
}

/**
 * Shows the submit button. While disabled, it shows the reason next to it and stays focusable, such as after a save.
 */
function SubmitRow({ label, busy, reason, cancel, ...props }: SubmitRowProps) {
  const { t } = useTranslation()
  const reasonId = useId()
  const isOff = reason !== null
  const isSaved = props.isSaved && isOff
  const color = props.danger ? 'red' : props.color
  const submit = (
    <Button
      type="submit"
      data-disabled={isOff}
      aria-disabled={isOff}
      loading={busy}
      {...(color && { color })}
      aria-describedby={isOff ? reasonId : undefined}
    >
      {label}
    </Button>
  )
  if (cancel) {
    return (
      <DialogFooter reason={reason} reasonId={reasonId}>
        {cancel}
        {submit}
      </DialogFooter>
    )
  }
  return (
    <Group gap="md" mt="xs" className={props.className ?? ''}>
      {submit}
      {props.actions}
      {isSaved && (
        <Text size="sm" c="var(--tone-success-fg)" fw={600}>
          ✓ {t('ui.saved')}
        </Text>
      )}
      {reason && (
        <Text id={reasonId} size="sm" c="dimmed" {...(isSaved && { className: 'visually-hidden' })}>
          {reason}
        </Text>
      )}
      {props.endActions && <div className={classes['end']}>{props.endActions}</div>}
    </Group>
  )
}
