import { refuse, type Decision } from '../http/errors.ts'

/** An amount of storage, used or allowed. */
export interface StorageAmount {
  bytes: number
  files: number
}

/** One quota: the amount used and the amount allowed. */
export interface StorageQuota {
  of: 'app' | 'person'
  used: StorageAmount
  allowed: StorageAmount
}

export const megabyte = 1024 * 1024
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Returns a size in megabytes: at least 0.1 MB, unless it is zero. */
export function megabytesText(bytes: number): string {
  const megabytes = bytes / megabyte
  return `${oneDecimal.format(bytes > 0 ? Math.max(megabytes, 0.1) : 0)} MB`
}

const tooMany = ({ of, used, allowed }: StorageQuota): string => {
  const counted = `${used.files} of ${allowed.files} files`
  const whose =
    of === 'app' ? `This app stores ${counted}` : `You have stored ${counted} across all your apps`
  return `${whose}. Remove files you no longer need and try again.`
}

const tooMuch = ({ of, used, allowed }: StorageQuota, bytes: number): string => {
  const [usedText, allowedText] = [megabytesText(used.bytes), megabytesText(allowed.bytes)]
  const whose =
    of === 'app'
      ? `This app uses ${usedText} of its ${allowedText} of storage`
      : `Your uploads use ${usedText} of ${allowedText} across all your apps`
  return `${whose}, and this file has ${megabytesText(bytes)}. Remove files you no longer need, or upload a smaller one.`
}

/** Refuses a file of this size when it would exceed one of the quotas. */
export function decideStorage(quotas: readonly StorageQuota[], bytes: number): Decision<null> {
  for (const quota of quotas) {
    const { used, allowed } = quota
    if (used.files >= allowed.files) return refuse('too_large', tooMany(quota), 'file')
    if (used.bytes + bytes > allowed.bytes) return refuse('too_large', tooMuch(quota, bytes), 'file')
  }
  return { ok: true, value: null }
}
