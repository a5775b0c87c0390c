import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { jobKindLabel } from '@trestle/domain/jobs/kinds.ts'
import { decideCancel, decideRetry } from '@trestle/domain/jobs/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/jobs.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import { toFailure } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { jobSubject } from './jobSubject.ts'
import { useCancelJob, useRetryJob } from './queries.ts'

const refusalOf = (decision: ReturnType<typeof decideRetry>) =>
  decision.ok ? null : decision.refusal.message

/** The actions on one job: retry it, cancel it, or dismiss it if it failed. */
export function JobMenu({ job }: { job: JobRow }) {
  const { t } = useTranslation()
  const { mutate: retry } = useRetryJob()
  const { mutate: dismiss, mutateAsync: cancel } = useCancelJob()
  const [isAsking, setAsking] = useState(false)
  const kind = jobKindLabel(job.kind)
  const subject = jobSubject(job)
  const isFailed = job.state === 'failed'
  const ifWaiting = job.app ? 'waitingForApp' : 'waiting'
  const consequence = job.state === 'running' ? 'running' : ifWaiting
  return (
    <>
      <Dropdown
        name={`${kind} ${subject}`}
        items={[
          {
            key: 'retry',
            label: t(job.state === 'waiting' ? 'jobs.runNow' : 'jobs.retry'),
            disabledReason: refusalOf(decideRetry(job)),
            onSelect: () =>
              retry(job.id, {
                onSuccess: () => toast('success', t('jobs.retried')),
                onError: (error) =>
                  toast('error', toFailure(error).message, { title: t('jobs.retryFailed') }),
              }),
          },
          {
            key: 'cancel',
            label: t(isFailed ? 'jobs.dismiss' : 'jobs.cancel'),
            danger: !isFailed,
            disabledReason: refusalOf(decideCancel(job)),
            onSelect: () =>
              isFailed
                ? dismiss(job.id, {
                    onSuccess: () => toast('success', t('jobs.dismissed')),
                    onError: (error) =>
                      toast('error', toFailure(error).message, { title: t('jobs.cancelFailed') }),
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
