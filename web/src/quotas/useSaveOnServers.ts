import type { Bucket, BucketFields } from '@trestle/domain/quotas/contract.ts'
import { callsOf } from '@trestle/domain/quotas/rules.ts'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../ui/failure.ts'
import type { Outcome } from './outcomes.ts'
import { useSaveBucket } from './queries.ts'

/** One call for each distinct server, one after the other; what one refuses keeps no other from it (RATE-18). */
export function useSaveOnServers(bucket: Bucket | null) {
  const { t } = useTranslation()
  const { mutateAsync: save } = useSaveBucket()
  return async (values: BucketFields, reason: string): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    for (const { server, bucket_templates } of callsOf(values.bucket_templates)) {
      const id = bucket?.ids[server]
      const since = server === bucket?.server ? bucket.updated_at : undefined
      try {
        // oxlint-disable-next-line no-await-in-loop -- in order: the outcomes are told in the order of the form
        await save({ ...values, server, id, since, bucket_templates, reason })
        outcomes.push({
          server,
          ok: true,
          message: t(id === undefined ? 'quotas.outcome.added' : 'quotas.outcome.saved', { server }),
        })
      } catch (error) {
        const { message } = failureOf(error)
        outcomes.push({ server, ok: false, message: t('quotas.outcome.failed', { server, message }) })
      }
    }
    return outcomes
  }
}
