// Measures how long the server takes from its start to its first response, first with an empty folder (migrations, demo
// data) and then again. The baseline is starting Node alone on the same machine in the same run.
import { spawnSync } from 'node:child_process'
import { startPortal } from '../e2e/portal.ts'
import { median, timed } from './measure.ts'
import { toTable, writeSection } from './report.ts'

const rounds = Number(process.argv[2] ?? 5)
const fresh: number[] = []
const later: number[] = []
const bare: number[] = []

async function answering(start: Promise<{ url: string }>): Promise<void> {
  const { url } = await start
  const answer = await fetch(`${url}/readyz`)
  if (answer.status !== 200) throw new Error(`not ready: ${answer.status}`)
}

for (let round = 0; round < rounds; round += 1) {
  bare.push(await timed(async () => spawnSync(process.execPath, ['-e', '0'])))
  const first = startPortal()
  fresh.push(await timed(() => answering(first)))
  const portal = await first
  await portal.stop()
  const second = startPortal({}, portal.dataDir)
  later.push(await timed(() => answering(second)))
  await (await second).stop()
  await portal.remove()
}

const rows = Object.entries({
  'bare Node': bare,
  'first start, with demo data': fresh,
  'later start': later,
}).map(([name, values]) => [name, median(values).toFixed(0), (median(values) / median(bare)).toFixed(1)])
const table = toTable(['start', 'ms', '× bare'], rows)
console.log(table)
writeSection(
  'bench:start',
  `Medians of ${rounds} rounds on the embedded database, until \`/readyz\` responds.\n\n${table}`,
)
