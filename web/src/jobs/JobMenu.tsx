import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { jobKindLabel } from '@trestle/domain/jobs/kinds.ts'
import { decideCancel, decideRetry } from '@trestle/domain/jobs/rules.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/jobs.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import { toast } from '../ui/toast.ts'
import { toastFailure } from '../ui/toastFailure.ts'
import { jobSubject } from './jobSubject.ts'
import { useCancelJob, useRetryJob } from './queries.ts'

const toRefusal = (decision: ReturnType<typeof decideRetry>) =>
  decision.ok ? null : decision.refusal.message

/** Says how a call ended. The menu may be gone by then, because a retried job leaves the list of failed jobs. */
async function report(
  t: TFunction,
  call: Promise<unknown>,
  texts: { done: string; failed: string },
): Promise<void> {
  try {
    await call
    toast('success', texts.done)
  } catch (error) {
    toastFailure(t, error, texts.failed)
  }
}

/** The actions on one job: retry it, cancel it, or dismiss it if it failed. */
export function JobMenu({ job }: { job: JobRow }) {
  const { t } = useTranslation()
  const { mutateAsync: retry } = useRetryJob()
  const { mutateAsync: cancel } = useCancelJob()
  const [isAsking, setAsking] = useState(false)
  const kind = jobKindLabel(job.kind)
  const subject = jobSubject(job)
  const isFailed = job.state === 'failed'
  const ifWaiting = job.app ? 'waitingForApp' : 'waiting'
  const refusals = { retry: toRefusal(decideRetry(job)), cancel: toRefusal(decideCancel(job)) }
  if (refusals.retry !== null && refusals.cancel !== null) return null
  const consequence = job.state === 'running' ? 'running' : ifWaiting
  return (
    <>
      <Dropdown
        name={`${kind} ${subject}`}
        items={[
          {
            key: 'retry',
            label: t(job.state === 'waiting' ? 'jobs.runNow' : 'jobs.retry'),
            disabledReason: refusals.retry,
            onSelect: () =>
              void report(t, retry(job.id), { done: t('jobs.retried'), failed: t('jobs.retryFailed') }),
          },
          {
            key: 'cancel',
            label: t(isFailed ? 'jobs.dismiss' : 'jobs.cancel'),
            danger: !isFailed,
            disabledReason: refusals.cancel,
            onSelect: () =>
              isFailed
                ? void report(t, cancel(job.id), {
                    done: t('jobs.dismissed'),
                    failed: t('jobs.cancelFailed'),
                  })
                : setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('jobs.cancellation.title')}
        confirmLabel={t('jobs.cancellation.confirm')}
        cancelLabel={t('jobs.cancellation.keep')}
        errorTitle={t('jobs.cancelFailed')}
        danger
        onConfirm={async () => {
          await cancel(job.id)
          toast('success', t('jobs.canceled'))
        }}
      >
        {t(`jobs.cancellation.${consequence}`, { kind, subject })}
      </ConfirmDialog>
    </>
  )
}
