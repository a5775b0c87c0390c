import type { Bucket, BucketFields } from '@trestle/domain/quotas/contract.ts'
import { groupByServer } from '@trestle/domain/quotas/rules.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { conflictingState } from '../http/callError.ts'
import '../texts/quotas.ts'
import { bucketFailure } from './bucketFailure.ts'
import { useLimitLabels } from './limitLabels.ts'
import type { Outcome } from './outcomes.ts'
import { useSaveBucket } from './queries.ts'

/**
 * Sends one call per distinct server, one at a time. A refusal does not stop the rest (RATE-18). `onStale` gets
 * the bucket if someone else changed it first.
 */
export function useSaveOnServers(bucket: Bucket | null, onStale: (current: Bucket) => void) {
  const { t } = useTranslation()
  const labels = useLimitLabels()
  const { mutateAsync: save } = useSaveBucket()
  const seen = useRef(bucket?.updated_at)
  const toMessage = (error: unknown): string => {
    const current = conflictingState<Bucket>(error)
    if (!current) return bucketFailure(t, error)
    // The message shows the other change, so saving again overwrites it on purpose.
    seen.current = current.updated_at
    onStale(current)
    return t('quotas.outcome.stale', { name: current.name, limits: labels.all(current.bucket_templates) })
  }
  return async (values: BucketFields, reason: string): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    for (const { server, bucket_templates } of groupByServer(values.bucket_templates)) {
      const id = bucket?.ids[server]
      const since = server === bucket?.server ? seen.current : undefined
      try {
        await save({ ...values, server, id, since, bucket_templates, reason })
        outcomes.push({
          server,
          ok: true,
          message: t(id === undefined ? 'quotas.outcome.added' : 'quotas.outcome.saved', { server }),
        })
      } catch (error) {
        const message = t('quotas.outcome.failed', { server, message: toMessage(error) })
        outcomes.push({ server, ok: false, message })
      }
    }
    return outcomes
  }
}
