// Runs one of the commands in server/src/commands: `node scripts/command.mjs grantAdmin EMAIL`.
import { existsSync } from 'node:fs'
import { loadEnvFile } from './envFile.mjs'
import { requireServerPackages } from './install.mjs'
import { optionsConsumedByNpm } from './npmOptions.mjs'
import { endWithNpm, node, run } from './processes.mjs'

const [name, ...args] = process.argv.slice(2)
const consumed = optionsConsumedByNpm(process.env)
if (consumed.length > 0) {
  // Without them, the command would do something else, such as migrating instead of listing what is pending.
  const command = `npm run ${process.env['npm_lifecycle_event'] ?? name}`
  process.stderr.write(
    `Nothing was done: npm doesn't pass on ${consumed.join(', ')}. Write -- before the options, as in ${command} -- ${consumed[0]}\n`,
  )
  process.exit(2)
}
loadEnvFile()
endWithNpm()
requireServerPackages()
// An image has no development dependencies, so it runs its own Node.
await run(existsSync(node) ? node : process.execPath, [
  '--disable-warning=ExperimentalWarning',
  `server/src/commands/${name}.ts`,
  ...args,
])
