import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

// Each worker has its own folder: tests that look for leftovers see neither other workers nor other runs.
const folder = join(inject('runFolder'), String(process.pid))
mkdirSync(folder, { recursive: true })
process.env.TMPDIR = folder
// The processes that tests start share what Node compiled, which saves each of them a third of its start.
process.env.NODE_COMPILE_CACHE = join(inject('runFolder'), 'compiled')
