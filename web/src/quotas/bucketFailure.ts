import type { TFunction } from 'i18next'
import { isGone } from '../http/gone.ts'
import '../texts/quotas.ts'
import { toFailure } from '../ui/failure.ts'

/** Returns why a change of a bucket was refused. */
export const bucketFailure = (t: TFunction, error: unknown): string =>
  isGone(error) ? t('quotas.outcome.gone') : toFailure(error).message
