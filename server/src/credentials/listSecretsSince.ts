import type { ListSecretsSince } from '../accounts/emailChanges/emails.ts'
import { listSecretsBy } from './secrets/store.ts'

/** Lists the newest secrets that someone created since a time and that still work, and counts all of them. */
export const listSecretsSince: ListSecretsSince = async (tx, { now }, { developerId, since, limit }) => {
  const newest = await listSecretsBy(tx, { developerId, since, now: now() }, limit)
  return { newest, total: newest[0]?.total ?? 0 }
}
