// `npm run fuzz`: rounds of 5,000 hostile requests, a look at what they stored in Chromium, and concurrent requests,
// each with a new seed. Ends at the first problem. `npm run fuzz -- SEED` starts with that seed again.
import { ensureBuilt } from './buildWeb.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, runForStatus } from './processes.mjs'

endWithNpm()
await ensureInstalled()
await ensureBuilt()
const chromium = await ensureChromium()
const first = Number(process.argv[2] ?? Date.now() % 1_000_000)

for (let seed = first; ; seed += 1) {
  const status = await runForStatus(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api-server', 'server/src/fuzz'],
    { env: { ...process.env, FUZZ_SEED: String(seed), CHROMIUM_PATH: chromium } },
  )
  if (status === 0) continue
  console.error(`Found a problem. Repeat it with: npm run fuzz -- ${seed}`)
  process.exit(status)
}
