import { maxViewsPerAddress } from '@trestle/domain/marketplace/rules.ts'
import type { Db } from '../db/schema.ts'
import { addVisitor, countVisitorsAt, lockVisitorsAt, type VisitorOfDay } from './engagement/store.ts'

async function isEnough(db: Db, visitor: VisitorOfDay): Promise<boolean> {
  const { count, isCounted } = await countVisitorsAt(db, visitor)
  return isCounted || count >= maxViewsPerAddress
}

/**
 * Counts a visit to a listing's public page: once per visitor and UTC day, and for few visitors of one address, because
 * callers choose their user agent.
 *
 * The hashes must not lead back to the visitor, and may be others tomorrow: they are forgotten when their day is over.
 */
export async function recordMarketplaceView(db: Db, visitor: VisitorOfDay): Promise<void> {
  // Most visits are repeated ones: those need no lock.
  if (await isEnough(db, visitor)) return
  await db.transaction().execute(async (tx) => {
    await lockVisitorsAt(tx, visitor)
    if (!(await isEnough(tx, visitor))) await addVisitor(tx, visitor)
  })
}
