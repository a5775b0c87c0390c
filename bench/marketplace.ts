// Measures the lab's Largest Contentful Paint of a listing in the system's Chromium, against a bare static page of the
// same size in the same run. Each round uses a new browser context, so that nothing is cached.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from '@playwright/test'
import { startPortal } from '../e2e/portal.ts'
import { median } from './measure.ts'

const rounds = Number(process.argv[2] ?? 21)
const promised = 1000

/** Resolves when no larger element has been painted for a while. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const measurements = globalThis as unknown as { largest: number }
    measurements.largest = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measurements.largest = entry.startTime
    }).observe({ type: 'largest-contentful-paint' as 'mark', buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const largest = await page.evaluate(() => (globalThis as unknown as { largest: number }).largest)
  await context.close()
  return largest
}

const portal = await startPortal()
const listing = await (await fetch(`${portal.url}/marketplace/site-sync`)).text()
const words = listing.replaceAll(/<(script|link)[^>]*>([^<]*<\/script>)?/g, '').replaceAll(/<img[^>]*>/g, '')
const bareServer = createServer((_request, reply) => {
  reply.setHeader('content-type', 'text/html; charset=utf-8')
  reply.end(words)
})
await new Promise<void>((resolve) => bareServer.listen(0, resolve))
const bareUrl = `http://localhost:${(bareServer.address() as AddressInfo).port}/`
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const measured = { bare: [] as number[], list: [] as number[], listing: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  measured.bare.push(await largestPaint(browser, bareUrl))
  measured.list.push(await largestPaint(browser, `${portal.url}/marketplace`))
  measured.listing.push(await largestPaint(browser, `${portal.url}/marketplace/site-sync`))
}
await browser.close()
bareServer.close()
await portal.stop()
await portal.remove()

console.log(`largest contentful paint, medians of ${rounds} rounds in a cold browser context each`)
for (const [name, values] of Object.entries(measured)) {
  const ratio = median(values) / median(measured.bare)
  console.log(
    `${name.padEnd(8)} ${median(values).toFixed(0).padStart(5)} ms   ${ratio.toFixed(1).padStart(5)} × bare`,
  )
}
const isFast = median(measured.listing) < promised
console.log(
  isFast ? `a listing is painted within ${promised} ms` : `a listing takes longer than ${promised} ms`,
)
if (!isFast) process.exitCode = 1
