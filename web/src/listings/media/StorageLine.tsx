import type { Audience } from '@trestle/domain/access/audience.ts'
import { useQuery } from '@tanstack/react-query'
import { megabytesText } from '@trestle/domain/files/storage.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import classes from './Media.module.css'
import { appStorage } from '../queries.ts'

/** Shows how much of its storage limit the app uses. */
export function StorageLine({ appId, audience }: { appId: number; audience: Audience }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(appStorage(appId, audience))
  if (error && !data) {
    return (
      <FailedState title={t('listings.media.storageFailed')} error={error} onRetry={() => void refetch()} />
    )
  }
  return (
    <p className={classes['storage']}>
      {data &&
        t('listings.media.storage', {
          used: megabytesText(data.used_bytes),
          allowed: megabytesText(data.allowed_bytes),
          files: data.used_files,
          maxFiles: data.allowed_files,
        })}
    </p>
  )
}
