import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

// Each worker has its own folder: tests that look for leftovers see neither other workers nor other runs.
const folder = join(inject('runFolder'), String(process.pid))
mkdirSync(folder, { recursive: true })
process.env.TMPDIR = folder
