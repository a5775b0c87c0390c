// Simulates a power cut for the embedded database: `node scripts/powerCut.mjs [ROUNDS] [SEED]`, as root, on Linux.
//
// A writer uses its own small disk (ext4 on a loop device). At a random moment the writer is frozen and the disk is
// copied: the copy has only what was written to the disk, and nothing that was still in the system's memory. Then the
// copy is mounted, opened and searched for acknowledged writes that are missing.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../server/src/db/pool.ts'
import { seededRandom } from '../server/seed/seededRandom.ts'
import { findDamage, note, nothingAcknowledged } from '../server/testing/survivors.ts'

const rounds = Number(process.argv[2] ?? 8)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const writer = fileURLToPath(new URL('../server/testing/killedWriter.ts', import.meta.url))
const megabyte = 1024 * 1024

const run = (program, ...args) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Mounts a disk image and returns a function that unmounts it. */
function mount(image, folder) {
  mkdirSync(folder)
  run('mount', '-o', 'loop', image, folder)
  return () => run('umount', folder)
}

function whyNot(home) {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid() !== 0) return 'it needs root, to mount disks'
  try {
    const image = join(home, 'probe.img')
    makeDisk(image, 16)
    mount(image, join(home, 'probe'))()
    return undefined
  } catch (error) {
    return `can't create and mount a disk (${String(error.stderr ?? error).trim()})`
  }
}

function makeDisk(image, megabytes) {
  writeFileSync(image, '')
  truncateSync(image, megabytes * megabyte)
  run('mkfs.ext4', '-q', '-F', image)
}

/** Returns what was acknowledged before the power cut. */
async function writeUntilPowerCut(folder, afterMs, cut) {
  const acknowledged = nothingAcknowledged()
  const child = spawn(process.execPath, [writer, join(folder, 'data'), String(seed), '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve()
      else note(acknowledged, line)
    })
  })
  await sleep(afterMs)
  child.kill('SIGSTOP')
  // Output from before the freeze is still in transit.
  await sleep(200)
  cut()
  child.kill('SIGKILL')
  await ended
  return acknowledged
}

async function playRound(home) {
  const [disk, copy] = [join(home, 'disk.img'), join(home, 'copy.img')]
  makeDisk(disk, 1024)
  const unmountDisk = mount(disk, join(home, 'disk'))
  const acknowledged = await writeUntilPowerCut(join(home, 'disk'), random() * 6000, () =>
    run('cp', '--sparse=always', disk, copy),
  ).finally(unmountDisk)
  const unmountCopy = mount(copy, join(home, 'copy'))
  try {
    const database = await openDatabase({ dataDir: join(home, 'copy', 'data'), log: () => undefined })
    const damage = await findDamage(database.pool, acknowledged).finally(() => database.close())
    return { writes: acknowledged.single.size + acknowledged.orders.size, damage }
  } catch (error) {
    return { writes: acknowledged.single.size + acknowledged.orders.size, damage: [String(error)] }
  } finally {
    unmountCopy()
  }
}

async function inFolder(work) {
  const home = mkdtempSync(join(tmpdir(), 'trestle-power-'))
  try {
    return await work(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const obstacle = await inFolder(whyNot)
if (obstacle) {
  console.error(`Power cuts can't be simulated on this machine: ${obstacle}.`)
  process.exit(2)
}

console.log(`seed ${seed}`)
let damaged = 0
for (let round = 1; round <= rounds; round += 1) {
  const { writes, damage } = await inFolder(playRound)
  if (damage.length > 0) damaged += 1
  console.log(`round ${round}: ${writes} acknowledged writes, ${damage.join('; ') || 'nothing lost'}`)
}
console.log(`${rounds - damaged} of ${rounds} power cuts survived`)
process.exit(damaged > 0 ? 1 : 0)
