import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { onTestFinished, vi } from 'vitest'

/** Makes the servers of this process receive uploads in a folder until the test ends. */
export function receiveUploadsIn(folder: string): void {
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
}

/** Lists the folders of uploads in progress. */
export const listUploadFolders = async (parent = tmpdir()): Promise<string[]> =>
  (await readdir(parent)).filter((name) => name.startsWith('trestle-upload-'))
