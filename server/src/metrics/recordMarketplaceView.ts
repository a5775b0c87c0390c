import { maxViewsPerAddress } from '@trestle/domain/marketplace/rules.ts'
import type { Db } from '../db/schema.ts'
import { addVisitor, countVisitorsAt, lockVisitorsAt, type VisitorOfDay } from './engagement/store.ts'

async function isEnough(db: Db, visitor: VisitorOfDay): Promise<boolean> {
  const { count, isCounted } = await countVisitorsAt(db, visitor)
  return isCounted || count >= maxViewsPerAddress
}

/**
 * Counts a visit to a listing's public page once per visitor and UTC day, up to a limit of visitors per address,
 * because callers choose their user agent.
 *
 * The hashes must not identify the visitor and may change daily, because they are deleted when their day is over.
 */
export async function recordMarketplaceView(db: Db, visitor: VisitorOfDay): Promise<void> {
  // Most visits are repeated ones and need no lock.
  if (await isEnough(db, visitor)) return
  await db.transaction().execute(async (tx) => {
    await lockVisitorsAt(tx, visitor)
    if (!(await isEnough(tx, visitor))) await addVisitor(tx, visitor)
  })
}
