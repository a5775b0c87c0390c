// `npm run sbom`: prints the bill of materials of the packages that the product ships.
import { spawnSync } from 'node:child_process'
import { root } from './processes.mjs'

/** npm names the application and its workspaces after their folders, but their references after their packages. */
const withPackageName = (component) => ({
  ...component,
  name: component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@')),
})

const { status, stdout } = spawnSync(
  'npm',
  ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
// npm has reported the error.
if (status !== 0) process.exit(status ?? 1)
const bill = JSON.parse(stdout)
bill.metadata.component = withPackageName(bill.metadata.component)
bill.components = bill.components.map(withPackageName)
// The reader may need only the beginning, like `head`.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
