// Lets one process at a time install or build in this folder. The kernel releases the lock when the processes that hold
// it end, for any reason, so it never becomes stale.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { root, runForStatus } from './processes.mjs'

const perl = (mode) => ['-e', `open my $file, '<&=', 3 or exit 2; exit !flock $file, ${mode}`]

/** Programs that lock a file opened by this process, as descriptor 3. Linux has the first, macOS the second. */
const lockers = [
  { program: 'flock', attempt: ['-n', '3'], wait: ['3'] },
  { program: 'perl', attempt: perl('2 | 4'), wait: perl('2') },
]
const heldElsewhere = 1

/**
 * Returns the options for a program that works under the lock. The program also holds the lock, in case this process
 * dies first.
 */
export const holding = (lock) => ({ stdio: ['inherit', 'inherit', 'inherit', lock] })

/** Runs `work` while no other process does so in this folder. */
export async function withLock(work) {
  // Locks the folder itself instead of a file, because the checkout may be read-only.
  const lock = openSync(root, 'r')
  try {
    await acquire(lock)
    return await work(lock)
  } finally {
    closeSync(lock)
  }
}

async function acquire(lock) {
  const stdio = ['ignore', 'ignore', 'inherit', lock]
  for (const { program, attempt, wait } of lockers) {
    const { error, status } = spawnSync(program, attempt, { stdio })
    if (!error && status === 0) return
    if (error || status !== heldElsewhere) continue
    const acquired = runForStatus(program, wait, { stdio })
    console.log('Another process is installing or building in this folder. Waiting …')
    if ((await acquired) === 0) return
  }
  console.log(
    "Neither flock nor perl could lock this folder. Don't start another process in it during the installation.",
  )
}
