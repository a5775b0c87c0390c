import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Tx } from '../src/db/schema.ts'
import type { FileDisk } from '../src/files/disk.ts'

const side = 256

const drawing = (ground: string, lines: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 64 64"><rect width="64" height="64" fill="${ground}"/><g fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${lines}</g></svg>`,
  )

/** The apps with an uploaded picture. The others show their first letter. */
const pictures: Record<string, Buffer> = {
  'Site Sync': drawing(
    '#0f6864',
    '<path d="M18 28a15 15 0 0 1 27-6m1 14a15 15 0 0 1-27 6"/><path d="M46 12v10H36M18 52V42h10"/>',
  ),
  'Crane Watch': drawing(
    '#b0430a',
    '<path d="M22 54V12m-8 10h40M22 12l26 10M22 12l-8 10M46 22v14m-4 0h8M14 54h16"/>',
  ),
  'Ledger Bridge': drawing(
    '#14508a',
    '<path d="M8 42h48M12 42a20 20 0 0 1 40 0M22 42V27m10 15V22m10 20V27"/>',
  ),
  'Kilnworks Pours': drawing('#6a3fa0', '<path d="M14 20h30l-6 14H20zM44 24l8-6M32 34v6m-6 6h12v8H26z"/>'),
}

/** Stores pictures of the demo apps as if someone had uploaded them. */
export async function insertPictures(tx: Tx, files: FileDisk): Promise<void> {
  const apps = await tx
    .selectFrom('developer_apps')
    .select(['id', 'internal_name', 'owner_id', 'created_at'])
    .where('internal_name', 'in', Object.keys(pictures))
    .execute()
  for (const app of apps) {
    const bytes = await sharp(pictures[app.internal_name]).png().toBuffer()
    const key = createHash('sha256').update(`demo picture of ${app.internal_name}`).digest('hex')
    await tx
      .insertInto('files')
      .values({
        key,
        content_type: 'image/png',
        bytes: bytes.length,
        uploaded_by: app.owner_id,
        created_at: app.created_at,
      })
      .execute()
    await tx
      .insertInto('storage_claims')
      .values({
        app_id: app.id,
        developer_id: app.owner_id,
        bytes: bytes.length,
        created_at: app.created_at,
        file_key: key,
      })
      .execute()
    await tx.updateTable('developer_apps').set({ thumbnail_key: key }).where('id', '=', app.id).execute()
    await files.put(key, bytes, 'image/png')
  }
}
