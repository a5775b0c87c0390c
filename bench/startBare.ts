import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BareCalls } from './bareServer.ts'

/** Starts the bare server in its own process. Its calls have the addresses `/0`, `/1` and so on. */
export async function startBare(bare: BareCalls): Promise<{ url: string; child: ChildProcess }> {
  const folder = mkdtempSync(join(tmpdir(), 'bare-'))
  const file = join(folder, 'calls.json')
  writeFileSync(file, JSON.stringify(bare))
  const script = join(import.meta.dirname, 'bareServer.ts')
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', () => reject(new Error('The bare server ended.')))
  })
  rmSync(folder, { recursive: true })
  return { url, child }
}
