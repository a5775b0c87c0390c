import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { newDataFolder } from './portal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('npm start stops everything it started, and the next start opens the same data', async () => {
  const dataDir = await newDataFolder()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const npm = spawn('npm', ['start'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    })
    // Every process of the tree holds these pipes open.
    const allEnded = once(npm, 'close')
    npm.stderr.resume()
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: npm.stdout }).on('line', (line) => {
        const [, address] = /Trestle is ready: (\S+)/.exec(line) ?? []
        if (address) resolve(address)
      })
      npm.once('exit', (code) => reject(new Error(`npm start ended with ${code} before it was ready.`)))
    })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    npm.kill(signal)
    await allEnded
    await expect(fetch(`${url}/readyz`)).rejects.toThrow('fetch failed')
  }
  await rm(dataDir, { recursive: true, force: true })
})
