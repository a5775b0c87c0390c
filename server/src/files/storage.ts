import {
  decideStorage,
  megabyte,
  type StorageAmount,
  type StorageQuota,
} from '@trestle/domain/files/storage.ts'
import type { Db, Tx } from '../db/schema.ts'
import { unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import {
  deleteClaim,
  deleteClaimsOfMedia,
  giveClaimToMedia,
  insertClaim,
  lockStorage,
  selectSum,
  sumClaims,
  type StorageOwner,
} from './claims/store.ts'

export type { StorageOwner }

const allowedFor = (settings: Settings) => ({
  app: { bytes: settings.APP_STORAGE_MB * megabyte, files: settings.APP_STORAGE_FILES },
  person: { bytes: settings.PERSON_STORAGE_MB * megabyte, files: settings.PERSON_STORAGE_FILES },
})

async function findQuotas(
  db: Db,
  settings: Settings,
  { appId, developerId }: StorageOwner,
): Promise<StorageQuota[]> {
  const allowed = allowedFor(settings)
  const quotas: StorageQuota[] = []
  if (appId !== null) {
    quotas.push({ of: 'app', used: await sumClaims(db, 'app_id', appId), allowed: allowed.app })
  }
  if (developerId !== null) {
    const used = await sumClaims(db, 'developer_id', developerId)
    quotas.push({ of: 'person', used, allowed: allowed.person })
  }
  return quotas
}

/** Refuses a file that can't fit, before it is read. The check is repeated when the file is stored. */
export async function requireFreeStorage(
  { db, settings }: Services,
  owner: StorageOwner,
  announcedBytes: number,
): Promise<void> {
  unwrap(decideStorage(await findQuotas(db, settings, owner), announcedBytes))
}

/** Counts a file for its owner, before its bytes are stored. Concurrent uploads are counted one at a time. */
export async function claimStorage(
  tx: Tx,
  { settings, now }: Services,
  owner: StorageOwner,
  { bytes, fileKey = null }: { bytes: number; fileKey?: string | null },
): Promise<number> {
  await lockStorage(tx, owner)
  unwrap(decideStorage(await findQuotas(tx, settings, owner), bytes))
  return insertClaim(tx, {
    app_id: owner.appId,
    developer_id: owner.developerId,
    bytes,
    created_at: now(),
    file_key: fileKey,
  })
}

/** A claim for a file that an outside host stores. */
export interface OutsideClaim {
  /** Assigns the claim to the media row that shows the file, once the file has arrived. */
  giveToMedia: (tx: Tx, mediaId: number) => Promise<void>
  /** Drops the claim of a file that did not arrive. */
  release: () => Promise<void>
}

export async function claimOutside(
  services: Services,
  owner: StorageOwner,
  bytes: number,
): Promise<OutsideClaim> {
  const id = await services.db.transaction().execute((tx) => claimStorage(tx, services, owner, { bytes }))
  return {
    giveToMedia: (tx, mediaId) => giveClaimToMedia(tx, id, mediaId),
    release: () => deleteClaim(services.db, id),
  }
}

interface AppStorage {
  used: StorageAmount
  allowed: StorageAmount
}

/** Selects the amount of storage that an app takes up. */
export const selectAppStorage = (db: Db, appId: number) => selectSum(db, 'app_id', appId)

/** Returns an app's storage use and limit. */
export const toAppStorage = (
  settings: Settings,
  used: StorageAmount = { bytes: 0, files: 0 },
): AppStorage => ({ used, allowed: allowedFor(settings).app })

export const findAppStorage = async ({ db, settings }: Services, appId: number): Promise<AppStorage> =>
  toAppStorage(settings, await sumClaims(db, 'app_id', appId))

/** Stops counting these files for their app and user. The files stay. */
export const releaseStorage = deleteClaimsOfMedia
