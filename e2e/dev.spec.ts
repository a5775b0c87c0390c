import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { findFreePort } from '../server/testing/postgres.ts'
import { isFree, newDataFolder } from './portal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const component = `${root}web/src/accounts/SignInPage.tsx`

/** Returns a free port. The next one is also free, because `npm run dev` needs both. */
async function findPort(): Promise<number> {
  const port = await findFreePort()
  return (await isFree(port + 1)) ? port : findPort()
}

/** Restores the file once its input ends, which also happens if this process is killed. */
const writeAtEnd = `
  const parts = []
  process.stdin.on('data', (part) => parts.push(part))
  process.stdin.on('end', () => require('node:fs').writeFileSync(process.argv[1], Buffer.concat(parts)))
`

/** Changes a file of the project. Returns how to restore it. */
async function change(file: string, from: string, to: string): Promise<() => Promise<void>> {
  const source = await readFile(file, 'utf8')
  expect(source).toContain(from)
  const guard = spawn(process.execPath, ['--eval', writeAtEnd, file], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Outlives the signals that end the test.
    detached: true,
  })
  const restored = once(guard, 'close')
  guard.stdin.write(source)
  await writeFile(file, source.replace(from, to))
  return async () => {
    guard.stdin.end()
    await restored
  }
}

test('npm run dev replaces a changed component and keeps the input', async ({ page }) => {
  const dataDir = await newDataFolder()
  const port = await findPort()
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
  })
  npm.stderr.resume()
  const allEnded = once(npm, 'close')
  let restore: (() => Promise<void>) | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: npm.stdout }).on('line', (line) => {
        if (line.includes(`Trestle is ready: http://localhost:${port}`)) resolve()
      })
      npm.once('exit', (code) => reject(new Error(`npm run dev ended with ${code} before it was ready.`)))
    })
    // The server can be ready before the web app's dev server is.
    await expect(async () => {
      await page.goto(`http://localhost:${port}/signin`)
      await expect(page.getByLabel('Email address')).toBeVisible()
    }).toPass()
    await page.getByLabel('Email address').fill('typed@demo.test')
    restore = await change(component, "title={t('accounts.signIn.title')}", 'title="A new title"')
    await expect(page.getByRole('heading', { name: 'A new title' })).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveValue('typed@demo.test')
  } finally {
    await restore?.()
    npm.kill('SIGTERM')
    await allEnded
    await rm(dataDir, { recursive: true, force: true })
  }
})
