import type { JobHandler } from '../jobs/kinds.ts'
import type { Services } from '../services.ts'
import { deleteUnused, findFile } from './store.ts'

/**
 * Deletes a file and then its row: a row without a file is tried again, while a file without a row would stay
 * forever.
 */
export async function deleteFile({ db, files }: Services, key: string): Promise<void> {
  await files.remove(key)
  await deleteUnused(db, key)
}

export const deleteDroppedFile: JobHandler<'file.delete'> = {
  run: async (services, { key }) => {
    const file = await findFile(services.db, key)
    if (file?.unused_since) await deleteFile(services, key)
  },
}
