import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

// Each worker has its own folder, so tests that look for leftovers see neither other workers nor other runs.
const folder = join(inject('runFolder'), String(process.pid))
mkdirSync(folder, { recursive: true })
process.env.TMPDIR = folder
// The processes that tests start share Node's compiled code, which saves each of them a third of its startup time.
process.env.NODE_COMPILE_CACHE = join(inject('runFolder'), 'compiled')
