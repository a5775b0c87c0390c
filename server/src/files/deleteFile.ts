import type { JobHandler } from '../jobs/kinds.ts'
import type { Services } from '../services.ts'
import { droppedFileMs } from './claimFile.ts'
import { deleteUnused, findFile } from './store.ts'

/**
 * Deletes a file and then its row. A row without a file is tried again, while a file without a row would stay forever.
 */
export async function deleteFile({ db, files }: Services, key: string): Promise<void> {
  await files.remove(key)
  await deleteUnused(db, key)
}

/**
 * Leaves a file that was dropped again since the job was added, or whose job was restarted too early, to the cleanup.
 */
export const deleteDroppedFile: JobHandler<'file.delete'> = {
  run: async (services, { key }) => {
    const file = await findFile(services.db, key)
    if (!file?.unused_since) return
    const isDue = services.now().getTime() >= Date.parse(file.unused_since) + droppedFileMs
    if (isDue) await deleteFile(services, key)
  },
}
