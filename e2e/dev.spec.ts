import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { findFreePort } from '../server/testing/postgres.ts'
import { isFree, newDataFolder } from './portal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const component = `${root}web/src/accounts/SignInPage.tsx`

/** Returns a free port. The next one is free too: `npm run dev` needs both. */
async function findPort(): Promise<number> {
  const port = await findFreePort()
  return (await isFree(port + 1)) ? port : findPort()
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
  const source = await readFile(component, 'utf8')
  const restore = () => writeFileSync(component, source)
  // Also if the run is interrupted.
  process.once('exit', restore)
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
    await writeFile(component, source.replace("title={t('accounts.signIn.title')}", 'title="A new title"'))
    await expect(page.getByRole('heading', { name: 'A new title' })).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveValue('typed@demo.test')
  } finally {
    restore()
    process.off('exit', restore)
    npm.kill('SIGTERM')
    await allEnded
    await rm(dataDir, { recursive: true, force: true })
  }
})
