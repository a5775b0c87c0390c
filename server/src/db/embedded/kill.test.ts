// @module-tag engine
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '../../../seed/seededRandom.ts'
import { roundCount } from '../../../testing/rounds.ts'
import {
  findDamage,
  highestId,
  nothingAcknowledged,
  note,
  type Acknowledged,
} from '../../../testing/survivors.ts'
import { openDatabase } from '../pool.ts'

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const random = seededRandom(seed)
const writer = fileURLToPath(new URL('../../../testing/killedWriter.ts', import.meta.url))
const homes: string[] = []
/** A multiple of three, because the rounds below come in threes. */
const killCount = roundCount({ short: 6, long: 60 })

function newDataDir(): string {
  const home = mkdtempSync(join(tmpdir(), 'trestle-kill-'))
  homes.push(home)
  return home
}

afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** Starts a writer and kills it this many milliseconds after its start or its first write. */
async function writeAndKill(
  dataDir: string,
  firstId: number,
  acknowledged: Acknowledged,
  kill: { from: 'start' | 'ready'; afterMs: number },
): Promise<void> {
  const child = spawn(process.execPath, [writer, dataDir, String(seed + firstId), String(firstId)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const complaints: string[] = []
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()))
  const later = () => setTimeout(() => child.kill('SIGKILL'), kill.afterMs)
  if (kill.from === 'start') later()
  createInterface({ input: child.stdout }).on('line', (line) => {
    note(acknowledged, line)
    if (line === 'ready' && kill.from === 'ready') later()
  })
  await new Promise((resolve) => child.once('close', resolve))
  expect(complaints).toEqual([])
}

/** Opens the folder as the portal's next start would. */
async function inspect(dataDir: string, acknowledged: Acknowledged): Promise<number> {
  const database = await openDatabase({ dataDir, log: () => undefined })
  try {
    expect(await findDamage(database.pool, acknowledged), `seed ${seed}`).toEqual([])
    return await highestId(database.pool)
  } finally {
    await database.close()
  }
}

test('leaves nothing unusable for the next start when killed during the first start', async () => {
  for (let round = 0; round < roundCount({ short: 1, long: 5 }); round += 1) {
    const dataDir = newDataDir()
    const acknowledged = nothingAcknowledged()
    await writeAndKill(dataDir, 1, acknowledged, { from: 'start', afterMs: 300 + random() * 3000 })
    await inspect(dataDir, acknowledged)
  }
}, 300_000)

test('loses nothing acknowledged and leaves nothing half done when killed at random moments, even during recovery', async () => {
  const dataDir = newDataDir()
  const acknowledged = nothingAcknowledged()
  let firstId = 1
  for (let round = 0; round < killCount; round += 1) {
    // Every third kill happens while it starts and recovers from the previous one.
    const kill =
      round % 3 === 1
        ? ({ from: 'start', afterMs: 150 + random() * 700 } as const)
        : ({ from: 'ready', afterMs: random() * 700 } as const)
    await writeAndKill(dataDir, firstId, acknowledged, kill)
    // Not inspected after the first of three, so that the second has something to recover from.
    if (round % 3 === 0) firstId += 100_000
    else firstId = (await inspect(dataDir, acknowledged)) + 1
  }
  const total = acknowledged.single.size + acknowledged.orders.size
  process.stdout.write(`seed ${seed}: ${total} acknowledged writes, none lost\n`)
  expect(total).toBeGreaterThan(killCount * 5)
}, 300_000)
