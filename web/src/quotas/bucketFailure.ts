import type { TFunction } from 'i18next'
import { CallError } from '../http/callError.ts'
import '../texts/quotas.ts'
import { toFailure } from '../ui/failure.ts'

/** Returns whether a call was refused because someone else deleted its bucket. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.code === 'not_found'

/** Returns why a change of a bucket was refused. */
export const bucketFailure = (t: TFunction, error: unknown): string =>
  isGone(error) ? t('quotas.outcome.gone') : toFailure(error).message
