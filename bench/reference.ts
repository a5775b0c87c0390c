// Measures how long a group of 500 endpoints takes to open, against one of 4 in the same run: from an empty tab until
// every title is on the page and the first endpoint is rendered, in a real Chromium against a real server.
import { rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { startPortal } from '../e2e/portal.ts'
import { referenceFolder, scaleSha } from '../e2e/referenceFolder.ts'
import { median, timed } from './measure.ts'
import { requireWebBuild } from './requireWebBuild.ts'

const calls = 500
const rounds = 7

await requireWebBuild()
const folder = referenceFolder()
const portal = await startPortal({ REFERENCE_DIR: folder })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1440, height: 900 } })
const session = (await (await context.request.get('/api/v1/session')).json()) as { csrf_token: string }
await context.request.post('/api/v1/session', {
  headers: { 'x-csrf-token': session.csrf_token },
  data: { email: 'staff@demo.test', password: 'trestle-demo-2026' },
})

async function open(address: string, endpoints: number): Promise<number> {
  const page = await context.newPage()
  const took = await timed(async () => {
    await page.goto(address, { waitUntil: 'commit' })
    await page
      .locator('main section h2')
      .nth(endpoints - 1)
      .waitFor({ state: 'attached' })
    await page.locator('main section pre').first().waitFor()
  })
  await page.close()
  return took
}

const large: number[] = []
const small: number[] = []
for (let round = 0; round < rounds; round += 1) {
  small.push(await open('/reference/rest/projects', 4))
  large.push(await open(`/reference/rest/everything?custom_service_sha=${scaleSha}`, calls))
}
console.log(`opening a resource group in an empty tab, medians of ${rounds}`)
console.log(`4 endpoints    ${median(small).toFixed(0).padStart(6)} ms`)
console.log(`${calls} endpoints  ${median(large).toFixed(0).padStart(6)} ms`)
console.log(`ratio          ${(median(large) / median(small)).toFixed(2).padStart(6)}`)
await browser.close()
await portal.stop()
await portal.remove()
rmSync(folder, { recursive: true })
