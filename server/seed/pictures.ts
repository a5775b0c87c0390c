import type { Tx } from '../src/db/schema.ts'
import type { FileDisk } from '../src/files/disk.ts'
import { storePicture } from './files.ts'
import { demoListings } from './listings.ts'
import { drawLogo } from './screenshots.ts'

/** The apps whose picture is the logo of their listing. */
const withLogo = ['Site Sync', 'Ledger Bridge', 'Kilnworks Pours']

/** The apps with an uploaded picture. The others show their first letter. */
const pictures = [
  ...demoListings.filter(({ app }) => withLogo.includes(app)),
  {
    app: 'Crane Watch',
    color: '#b0430a',
    logo: 'M22 54V12m-8 10h40M22 12l26 10M22 12l-8 10M46 22v14m-4 0h8M14 54h16',
  },
]

export async function insertPictures(tx: Tx, files: FileDisk): Promise<void> {
  for (const { app, color, logo } of pictures) {
    const { id, owner_id, created_at } = await tx
      .selectFrom('developer_apps')
      .select(['id', 'owner_id', 'created_at'])
      .where('internal_name', '=', app)
      .executeTakeFirstOrThrow()
    const owner = { appId: id, ownerId: owner_id, at: new Date(created_at) }
    const bytes = await drawLogo(color, logo)
    const thumbnail_key = await storePicture(tx, files, owner, `demo picture of ${app}`, bytes)
    await tx.updateTable('developer_apps').set({ thumbnail_key }).where('id', '=', id).execute()
  }
}
