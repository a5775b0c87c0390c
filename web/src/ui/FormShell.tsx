import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import { ErrorBanner, type Failure } from './ErrorBanner.tsx'
import { ErrorSummary, type Problem } from './ErrorSummary.tsx'
import { toFailure, splitFailure } from './failure.ts'
import classes from './FormShell.module.css'
import { keepFocus } from './keepFocus.ts'
import { showFrom } from './showFrom.ts'

interface FormShellProps<Values> {
  form: UseFormReturnType<Values>
  /** Wire path → the label beside the field: what the summary calls it. Nested rows: `contacts.0.name`. */
  labels: Record<string, string>
  /** Rejects when the save is refused; the refusal is shown here and nowhere else. */
  onSubmit: (values: Values) => Promise<void>
  submitLabel: string
  /** SHELL-17: the submit button waits for a change. Off for forms that start empty. */
  needsChange?: boolean
  /** Another reason why saving is off, in words. */
  disabledReason?: string | null
  errorTitle?: string
  /** The refusal's banner can be closed (ERR-06). */
  dismissible?: boolean
  requiredNote?: boolean
  /** Cancel and the like, beside the submit button. */
  actions?: ReactNode
  /** Ctrl/Cmd+S saves. */
  saveHotkey?: boolean
  /** For an offer to reload or overwrite after a refused stale save. */
  onFailure?: (failure: Failure) => void
  children: ReactNode
}

/** In the order of the fields, which is the order of their labels; what no label names comes last. */
function toProblems(errors: Record<string, ReactNode>, labels: Record<string, string>): Problem[] {
  const paths = [...new Set([...Object.keys(labels), ...Object.keys(errors)])]
  return paths
    .filter((path) => Boolean(errors[path]))
    .map((path) => ({ path, label: labels[path] ?? path, message: errors[path] }))
}

type Submission<Values> = Pick<FormShellProps<Values>, 'form' | 'labels' | 'onSubmit' | 'onFailure'>

/** What a submit found, and where the focus goes when it found something. */
function useSubmission<Values>({ form, labels, onSubmit, onFailure }: Submission<Values>) {
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [refusals, setRefusals] = useState(0)
  const summary = useRef<HTMLDivElement>(null)

  // The summary exists only after the render that follows a refused submit.
  useEffect(() => {
    if (refusals > 0) showFrom(summary.current)
  }, [refusals])

  const showProblems = () => {
    setSubmitted(true)
    setRefusals((times) => times + 1)
  }

  const refuse = (error: unknown) => {
    // A field that is left is checked, which would clear what the server says of it: it is left before, not after.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const { fields, rest } = splitFailure(toFailure(error), Object.keys(labels))
    form.setErrors(fields)
    setFailure(rest)
    if (rest) onFailure?.(rest)
    showProblems()
  }

  const save = async (values: Values) => {
    setFailure(null)
    setSubmitted(false)
    await onSubmit(values).catch(refuse)
  }

  const problems = submitted ? toProblems(form.errors, labels) : []
  return { problems, failure, dismiss: () => setFailure(null), summary, save, showProblems }
}

/** Fields go in as children; the summary, the refusal, the dirty-form rule and the submit button are here. */
export function FormShell<Values>(props: FormShellProps<Values>) {
  const { form, needsChange = true, requiredNote = true, saveHotkey = false } = props
  const { t } = useTranslation()
  const { problems, failure, dismiss, summary, save, showProblems } = useSubmission(props)
  const waitsForChange = needsChange && !form.isDirty()
  const reason = props.disabledReason ?? (waitsForChange ? t('ui.noChanges') : null)
  const submit = form.onSubmit(save, showProblems)
  useHotkeys(saveHotkey && !reason ? [['mod+S', () => submit()]] : [], [])

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div ref={summary} tabIndex={-1} className={classes['found']}>
          <ErrorSummary problems={problems} onGoTo={(path) => form.getInputNode(path as never)?.focus()} />
          <ErrorBanner
            {...(props.errorTitle && { title: props.errorTitle })}
            {...(props.dismissible && { onClose: dismiss })}
            error={failure}
          />
        </div>
        {requiredNote && (
          <Text size="sm" c="dimmed">
            {t('ui.requiredNote')}
          </Text>
        )}
        <Boundary>{props.children}</Boundary>
        <SubmitRow label={props.submitLabel} busy={form.submitting} reason={reason} actions={props.actions} />
      </Stack>
    </form>
  )
}

interface SubmitRowProps {
  label: string
  busy: boolean
  reason: string | null
  actions: ReactNode
}

/** A button that is off says why, right beside it. */
function SubmitRow({ label, busy, reason, actions }: SubmitRowProps) {
  const reasonId = useId()
  return (
    <Group gap="md" mt="xs">
      <Button
        type="submit"
        onMouseDown={keepFocus}
        disabled={reason !== null}
        loading={busy}
        aria-describedby={reason === null ? undefined : reasonId}
      >
        {label}
      </Button>
      {actions}
      {reason && (
        <Text id={reasonId} size="sm" c="dimmed">
          {reason}
        </Text>
      )}
    </Group>
  )
}
