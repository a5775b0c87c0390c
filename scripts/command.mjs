// Runs one of the commands in server/src/commands: `node scripts/command.mjs grantAdmin EMAIL`.
import { ensureInstalled, node, run } from './install.mjs'

const [name, ...args] = process.argv.slice(2)
ensureInstalled()
run(node, ['--disable-warning=ExperimentalWarning', `server/src/commands/${name}.ts`, ...args])
