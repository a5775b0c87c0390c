// Runs one of the commands in server/src/commands: `node scripts/command.mjs grantAdmin EMAIL`.
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, run } from './processes.mjs'

const [name, ...args] = process.argv.slice(2)
endWithNpm()
await ensureInstalled()
await run(node, ['--disable-warning=ExperimentalWarning', `server/src/commands/${name}.ts`, ...args])
