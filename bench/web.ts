// `npm run bench:web`: what the first load of a page costs, in Chromium with a processor slowed down four times, 10
// Mbit/s and 40 ms to the server. Each load uses a new browser context, so that nothing is cached. The baseline is a
// static page with just the words of a listing. Optional argument: rounds.
import { createServer, type Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { startPortal } from '../e2e/portal.ts'
import { onSlowLine } from '../e2e/slowLine.ts'
import { listenOnFreePort } from '../scripts/testing/listenOnFreePort.ts'
import { median } from './measure.ts'
import { toTable, writeSection } from './report.ts'
import { requireWebBuild } from './requireWebBuild.ts'
import { signIn } from './throughput.ts'

const rounds = Number(process.argv[2] ?? 5)
const slowdown = 4
const bytesPerSecond = 10_000_000 / 8
/** A slow processor still runs the scripts when the network has been idle for a while. */
const settleMs = 2000
const limits = { publicMs: 1000, signedInMs: 1200, shift: 0.01 }

const publicAddresses = [
  '/',
  '/marketplace',
  '/marketplace/site-sync',
  '/documentation',
  '/reference',
  '/reference/rest/projects',
  '/reference/rest/changelog',
  '/signin',
]
const ownAddresses = [
  '/developer_apps',
  '/developer_apps/1',
  '/developer_apps/1/versions',
  '/developer_apps/1/marketplace_listing',
  '/developer_apps/1/metrics',
]

/** The measurements of one load. */
interface Load {
  /** Milliseconds until the largest contentful paint. */
  paint: number
  /** The cumulative layout shift. */
  shift: number
  /** The requests that reached the server. */
  requests: number
}

interface Observed {
  paint: number
  shift: number
}

function observe() {
  const observed: Observed = { paint: 0, shift: 0 }
  Object.assign(globalThis, { observed })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.paint = startTime
  }).observe({ type: 'largest-contentful-paint' as 'mark', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) observed.shift += value
    }
  }).observe({ type: 'layout-shift' as 'mark', buffered: true })
}

/**
 * Counts the requests that reached the server: for the document and for what the page loads, but not from the cache.
 */
function countRequests(): number {
  const resources = performance.getEntriesByType('resource') as unknown as { transferSize: number }[]
  return 1 + resources.filter(({ transferSize }) => transferSize > 0).length
}

async function load(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage()
  await page.addInitScript(observe)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const visit = async () => {
    await page.goto(url)
    // Looking for an element would run Playwright's scripts in the page, on the same slow processor.
    await page.waitForLoadState('networkidle')
    await setTimeout(settleMs)
  }
  await onSlowLine(page, visit, { bytesPerSecond })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { paint, shift } = await page.evaluate(
    () => (globalThis as unknown as { observed: Observed }).observed,
  )
  const requests = await page.evaluate(countRequests)
  if (paint === 0) throw new Error(`${url} painted nothing.`)
  await page.close()
  return { paint, shift, requests }
}

async function measure(browser: Browser, url: string, cookie?: string): Promise<Load> {
  const loads: Load[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      ...(cookie && { extraHTTPHeaders: { cookie } }),
    })
    loads.push(await load(context, url))
    await context.close()
  }
  const middle = (key: keyof Load) => median(loads.map((each) => each[key]))
  return {
    paint: middle('paint'),
    shift: Math.max(...loads.map(({ shift }) => shift)),
    requests: middle('requests'),
  }
}

/** Serves the words of a page, without scripts, styles and pictures. */
async function serveBare(url: string): Promise<{ bare: Server; bareUrl: string }> {
  const html = await (await fetch(url)).text()
  const words = html.replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>|<link[^>]*>|<img[^>]*>/g, '')
  const bare = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8').end(words)
  })
  return { bare, bareUrl: `http://127.0.0.1:${await listenOnFreePort(bare)}/` }
}

await requireWebBuild()
const portal = await startPortal()
const { bare, bareUrl } = await serveBare(`${portal.url}/marketplace/site-sync`)
const { cookie } = await signIn(portal.url, 'owner@demo.test')
// Not the whole browser, because each of its windows loads its own pages, which take processor time from the measured
// one.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // The protocol that slows the page down records where scripts send requests. Without this, Chromium parses all of a
    // script again the first time it does so, which took 200 ms on the slow processor and doesn't happen in users'
    // browsers.
    '--js-flags=--no-enable-lazy-source-positions',
  ],
})
const baseline = await measure(browser, bareUrl)
const rows: string[][] = []

async function report(address: string, limitMs: number, signedIn?: string): Promise<void> {
  const { paint, shift, requests } = await measure(browser, portal.url + address, signedIn)
  const isMet = paint <= limitMs && shift <= limits.shift
  rows.push([
    signedIn ? `${address}, signed in` : address,
    String(requests),
    paint.toFixed(0),
    (paint / baseline.paint).toFixed(1),
    shift.toFixed(3),
    String(limitMs),
    isMet ? 'yes' : 'no',
  ])
  console.log(rows.at(-1)?.join('  '))
}

for (const address of publicAddresses) await report(address, limits.publicMs)
for (const address of ['/marketplace', ...ownAddresses]) await report(address, limits.signedInMs, cookie)
await browser.close()
bare.close()
await portal.stop()
await portal.remove()

writeSection(
  'bench:web',
  [
    `Medians of ${rounds} cold loads at 1440 x 900, the largest layout shift of them, and the largest contentful paint as a multiple of that`,
    `of a bare page (${baseline.paint.toFixed(0)} ms). The limit of the shift is ${limits.shift}.`,
    '',
    toTable(['page', 'requests', 'LCP, ms', '× bare', 'shift', 'at most, ms', 'met'], rows),
  ].join('\n'),
)
