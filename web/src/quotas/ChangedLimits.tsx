import type { BucketState } from '@trestle/domain/quotas/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import classes from './BucketHistory.module.css'
import { useLimitLabels } from './limitLabels.ts'

interface ChangedLimitsProps {
  /** Null if there is no bucket. */
  before: BucketState | null
  after: BucketState | null
}

const fields = ['name', 'domain', 'client_id'] as const

/** Shows the limits before and after a change, and other differences of the bucket. */
export function ChangedLimits({ before, after }: ChangedLimitsProps) {
  const { t } = useTranslation()
  const limits = useLimitLabels()
  const labels = {
    name: t('quotas.form.name'),
    domain: t('quotas.form.domain'),
    client_id: t('quotas.form.client'),
  }
  const changed = before && after ? fields.filter((field) => before[field] !== after[field]) : []
  const toLines = (state: BucketState | null): string[] =>
    state
      ? [...changed.map((field) => `${labels[field]}: ${state[field]}`), limits.all(state.bucket_templates)]
      : [t('quotas.history.nothing')]
  const sides = [
    [t('quotas.history.before'), toLines(before)],
    [t('quotas.history.after'), toLines(after)],
  ] as const
  return (
    <dl className={classes['states']}>
      {sides.map(([label, lines]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
