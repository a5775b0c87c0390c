import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { optionalText, requiredText } from '@trestle/domain/http/fields.ts'
import { maxText, type Submission } from '@trestle/domain/listings/contract.ts'
import type { ListingTransition } from '@trestle/domain/listings/transitions.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { conflictingState, isReplyLost } from '../../http/callError.ts'
import { isConflict } from '../../http/gone.ts'
import { LeaveGuard } from '../../shared/LeaveGuard.tsx'
import { useConfirmation } from '../../shared/useConfirmation.ts'
import '../../texts/listings.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { FormShell } from '../../ui/FormShell.tsx'
import { GrowingTextarea } from '../../ui/GrowingTextarea.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/useSchemaForm.ts'
import { transitionResults } from './transitionResults.ts'

export interface ReviewInput {
  message: string
  silent: boolean
  /** The user has confirmed the step's effects. */
  confirmed: boolean
}

type Decision = Omit<ReviewInput, 'confirmed'>

export interface ReviewDialogProps {
  opened: boolean
  transition: ListingTransition
  /** True if staff have decided on the submission before. */
  isResubmission: boolean
  name: string
  /** Whether the marketplace shows the listing once it is approved. */
  isShown: boolean
  /** The message that staff started to write before deciding. */
  draftMessage: string
  onDraftMessage: (message: string) => void
  onClose: () => void
  onConfirm: (transition: ListingTransition, input: ReviewInput) => Promise<void>
  /** Reloads the listing after someone else changed it first. */
  onReload: () => Promise<void>
}

type Happened = 'approved' | 'rejected' | 'withdrawn' | 'submitted' | 'changed'

function whatHappened(transition: ListingTransition, { state, approval_state }: Submission): Happened {
  if (state === 'published') return 'approved'
  if (state === 'in_review') return transition === 'submit' ? 'submitted' : 'changed'
  if (transition === 'submit') return 'changed'
  return approval_state === 'rejected' ? 'rejected' : 'withdrawn'
}

/** Returns what someone else has done since, if that is why a transition was refused. */
function overtakenBy(transition: ListingTransition, error: unknown): Happened | null {
  if (!isConflict(error)) return null
  const current = conflictingState<Submission>(error)
  return current ? whatHappened(transition, current) : 'changed'
}

/** Returns whether a refused step has been made already, by an attempt whose reply got lost. */
function isOwnStep(transition: ListingTransition, { message }: Decision, error: unknown): boolean {
  const current = conflictingState<Submission>(error)
  if (!current || whatHappened(transition, current) !== transitionResults[transition]) return false
  const isDecision = transition === 'approve' || transition === 'reject'
  return !isDecision || (current.admin_message ?? '') === message
}

/** Confirms each step of a review; decisions include a message (LSTATE-05, LSTATE-10, LSTATE-15, LSTATE-18). */
export function ReviewDialog({ onConfirm, onReload, ...props }: ReviewDialogProps) {
  const { opened, transition, isResubmission, name, isShown, onClose } = props
  const { t } = useTranslation()
  const [overtaken, setOvertaken] = useState<Happened | null>(null)
  const { question, attempt } = useConfirmation()
  const isReplyMissing = useRef(false)
  const finishOwnStep = async () => {
    await onReload()
    props.onDraftMessage('')
    onClose()
    toast('success', t(`listings.confirm.${transitionResults[transition]}`))
  }
  const confirm = async (input: Decision) => {
    try {
      await attempt(async (confirmed) => {
        await onConfirm(transition, { ...input, confirmed })
        onClose()
      })
    } catch (error) {
      if (isReplyMissing.current && isOwnStep(transition, input, error)) return finishOwnStep()
      isReplyMissing.current ||= isReplyLost(error)
      setOvertaken(overtakenBy(transition, error))
      // The question would close the dialog after a step that succeeded.
      throw error
    }
  }
  if (overtaken) return <Overtaken {...{ opened, onReload, onClose }} happened={overtaken} />
  if (transition === 'approve' || transition === 'reject') {
    const title = t(`listings.confirm.${transition}Title`, { name })
    const detail = t(
      `listings.confirm.${transition === 'approve' && !isShown ? 'approveHidden' : transition}`,
    )
    return <DecisionDialog {...props} {...{ transition, title, detail, question }} onDecide={confirm} />
  }
  const step = transition === 'submit' && isResubmission ? 'resubmit' : transition
  return <StepQuestion {...{ opened, step, name, onClose }} onStep={confirm} />
}

interface StepQuestionProps {
  opened: boolean
  step: 'submit' | 'resubmit' | 'withdraw'
  name: string
  onClose: () => void
  onStep: (input: Decision) => Promise<void>
}

function StepQuestion({ opened, step, name, onClose, onStep }: StepQuestionProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`listings.confirm.${step}Title`, { name })}
      confirmLabel={t(`listings.actions.${step}`)}
      errorTitle={t('listings.confirm.failed')}
      onConfirm={() => onStep({ message: '', silent: false })}
    >
      <Text>{t(`listings.confirm.${step}`)}</Text>
    </ConfirmDialog>
  )
}

interface DecisionDialogProps extends Pick<
  ReviewDialogProps,
  'opened' | 'draftMessage' | 'onDraftMessage' | 'onClose'
> {
  transition: 'approve' | 'reject'
  title: string
  detail: string
  /** The effects that the server wants confirmed first. */
  question: string | null
  onDecide: (input: Decision) => Promise<void>
}

const schemas = {
  approve: z.object({ admin_message: optionalText(maxText), silent: z.boolean() }),
  reject: z.object({ admin_message: requiredText(maxText), silent: z.boolean() }),
}

function DecisionDialog({
  transition,
  title,
  detail,
  question,
  draftMessage,
  onDraftMessage,
  ...props
}: DecisionDialogProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(schemas[transition], { admin_message: draftMessage, silent: false })
  const { admin_message: message } = form.values
  const label = t('listings.confirm.message')
  const action = t(`listings.actions.${transition}`)
  usePaused(message, onDraftMessage)
  const close = () => {
    onDraftMessage(message)
    props.onClose()
  }
  return (
    <>
      <Modal opened={props.opened} onClose={close} title={title}>
        <Stack gap="md">
          <Text>{detail}</Text>
          <FormShell
            form={form}
            labels={{ admin_message: label }}
            submitLabel={question === null ? action : t('ui.anyway', { action })}
            errorTitle={t('listings.confirm.failed')}
            needsChange={false}
            requiredNote={false}
            danger={transition === 'reject'}
            onSubmit={(input) =>
              props.onDecide({ message: input.admin_message.trim(), silent: input.silent })
            }
            cancel={<CancelButton />}
          >
            <GrowingTextarea
              label={label}
              description={t('listings.confirm.messageHint')}
              required={transition === 'reject'}
              minRows={3}
              maxRows={12}
              data-autofocus
              {...form.getInputProps('admin_message')}
            />
            {transition === 'approve' && (
              <Checkbox
                label={t('listings.confirm.silent')}
                {...form.getInputProps('silent', { type: 'checkbox' })}
              />
            )}
            {question !== null && (
              <Banner tone="warning" announce>
                <p>{question}</p>
              </Banner>
            )}
          </FormShell>
        </Stack>
      </Modal>
      {/* Next to the dialog, which keeps the message when it is closed. */}
      <LeaveGuard unsaved={props.opened && message !== ''} />
    </>
  )
}

const messagePauseMs = 200

/** The pause after which typed text is passed to the page (LADM-11). */
function usePaused(typed: string, onTyped: (typed: string) => void): void {
  const report = useEffectEvent(() => onTyped(typed))
  useEffect(() => {
    const timer = setTimeout(() => report(), messagePauseMs)
    return () => clearTimeout(timer)
  }, [typed])
}

interface OvertakenProps {
  opened: boolean
  happened: Happened
  onReload: () => Promise<void>
  onClose: () => void
}

/** Says that someone else acted first. Every way of closing it reloads the page's data. */
function Overtaken({ opened, happened, onReload, onClose }: OvertakenProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const reload = async () => {
    setBusy(true)
    await onReload()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={() => void reload()} title={t('listings.overtaken.title')}>
      <Stack gap="md">
        <Banner tone="warning" announce title={t(`listings.overtaken.${happened}`)}>
          {t('listings.overtaken.detail')}
        </Banner>
        <DialogFooter>
          <Button loading={isBusy} data-autofocus onClick={() => void reload()}>
            {t('listings.overtaken.reload')}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  )
}
