import type { Tx } from '../db/schema.ts'
import { newUuid } from '../newUuid.ts'
import type { Services } from '../services.ts'
import type { AppRow } from '../access/authorizedApp.ts'
import { lockSlugsLike, setListingColumns } from './store.ts'

const maxSlug = 60

/** Returns the URL slug of a name: `Site Sync: Plans & RFIs` becomes `site-sync-plans-rfis`. */
export function toSlug(name: string): string {
  const text = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return text.slice(0, maxSlug).replaceAll(/^-|-$/g, '') || 'app'
}

/**
 * Publishes the app on the marketplace with an id and a page, and returns it. The page keeps its address when the app
 * is renamed.
 *
 * Leaves `updated_at` unchanged, because no field of the settings form changes.
 */
export async function publishListing(
  tx: Tx,
  { random }: Services,
  app: AppRow,
  publicName: string,
): Promise<AppRow> {
  if (app.marketplace_slug !== null && app.app_id !== null) return app
  const marketplace_slug = app.marketplace_slug ?? (await freeSlug(tx, toSlug(publicName)))
  const columns = { marketplace_slug, app_id: app.app_id ?? newUuid({ random }) }
  await setListingColumns(tx, app.id, columns)
  return { ...app, ...columns }
}

async function freeSlug(tx: Tx, preferred: string): Promise<string> {
  const taken = new Set(await lockSlugsLike(tx, preferred))
  if (!taken.has(preferred)) return preferred
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => `${preferred}-${index + 2}`)
  return numbers.find((slug) => !taken.has(slug)) ?? preferred
}
