import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface SmallDisk {
  folder: string
  setReadOnly: (isReadOnly: boolean) => void
  /** Fills every free byte. */
  fill: () => void
  free: () => void
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'pipe' })
}

/** Whether this process can mount a file system. Only an administrator can, and not in every container. */
export const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    mountTmpfs(1).remove()
    return true
  } catch {
    return false
  }
})()

function mountTmpfs(megabytes: number): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-disk-'))
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  const remove = () => {
    run('umount', '--lazy', folder)
    rmSync(folder, { recursive: true })
  }
  return { folder, remove }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Mounts a file system in memory, to be filled or made read-only. It is removed when the test is finished. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const { folder, remove } = mountTmpfs(megabytes)
  onTestFinished(remove)
  const filler = join(folder, 'filler')
  return {
    folder,
    setReadOnly: (isReadOnly) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    fill: () => {
      const file = openSync(filler, 'w')
      // Others may be writing, so the free space isn't known.
      for (let size = 1_048_576; size >= 1_024; size /= 4) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
    },
    free: () => rmSync(filler),
  }
}
