// Runs one of the commands in server/src/commands: `node scripts/command.mjs grantAdmin EMAIL`.
import { existsSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, root, run } from './processes.mjs'

const [name, ...args] = process.argv.slice(2)
endWithNpm()
/** An image has no development dependencies, and so runs its own Node. */
const isImage = !existsSync(node) && existsSync(`${root}node_modules/.package-lock.json`)
if (!isImage) await ensureInstalled()
await run(isImage ? process.execPath : node, [
  '--disable-warning=ExperimentalWarning',
  `server/src/commands/${name}.ts`,
  ...args,
])
