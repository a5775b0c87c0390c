import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Temporary files belong to one test file: what it finds there is its own, and what it leaves is deleted. */
const folder = mkdtempSync(join(tmpdir(), 'trestle-run-'))
process.env.TMPDIR = folder
afterAll(() => rmSync(folder, { recursive: true, force: true }))
