// `npm run bench:interactions`: how long Chromium takes from an interaction to the next paint, with a processor slowed
// down four times. These are the durations of the Event Timing API, which are multiples of 8 ms. The baseline is a
// button on an otherwise empty page. Optional argument: rounds.
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { startPortal } from '../e2e/portal.ts'
import { median } from './measure.ts'
import { toTable, writeSection } from './report.ts'
import { requireWebBuild } from './requireWebBuild.ts'
import { signIn, type BenchSession } from './throughput.ts'

const rounds = Number(process.argv[2] ?? 5)
const slowdown = 4
const limitMs = 100

/** The rows of the list that is sorted, filtered and paged. */
const apps = 110
const manifestBytes = 200_000
/** The first round is not counted, because it also compiles code. */
const warmUp = 1
/** How long to wait until the browser has reported an event. */
const reportMs = 600
const shortestReported = 16

interface Interaction {
  name: string
  /** The demo account that is signed in. */
  as: 'owner' | 'staff'
  /** Shows the page, ready for the interaction. */
  open: (page: Page, portalUrl: string) => Promise<void>
  act: (page: Page, round: number) => Promise<void>
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

async function openList(page: Page, portalUrl: string): Promise<void> {
  await page.goto(`${portalUrl}/admin/developer_apps?per_page=50`)
  await button(page, 'Next page').waitFor()
}

const openListing = async (page: Page, portalUrl: string): Promise<void> => {
  await page.goto(`${portalUrl}/developer_apps/6/marketplace_listing`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Manifest, JSON' })

/** Returns a manifest of this size, most of it a list of addresses. */
function longManifest(): string {
  const line = `"https://example.test/${'a'.repeat(60)}"`
  const lines = Array.from({ length: Math.ceil(manifestBytes / (line.length + 8)) }, () => `      ${line}`)
  return `{\n  "schema_version": "4.1",\n  "notes": {\n    "links": [\n${lines.join(',\n')}\n    ]\n  }\n}\n`
}

async function openEditor(page: Page, portalUrl: string): Promise<void> {
  await page.goto(`${portalUrl}/developer_apps/6`)
  await button(page, 'Edit as JSON').click()
  await editor(page).click()
}

/** Pastes the text, because Chromium crashes when so much text is typed. */
async function openLongManifest(page: Page, portalUrl: string): Promise<void> {
  await openEditor(page, portalUrl)
  await page.keyboard.press('ControlOrMeta+A')
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(longManifest())})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
  await page.getByText('example.test').first().waitFor()
}

async function openPermissions(page: Page, portalUrl: string): Promise<void> {
  await openEditor(page, portalUrl)
  await button(page, 'Permission builder').click()
  await page.getByRole('radio', { name: 'Directory: Read-Only', exact: true }).waitFor()
}

const bare: Interaction = {
  name: 'bare page',
  as: 'owner',
  open: async (page) => {
    await page.goto('data:text/html,<button onclick="this.textContent += 1">Change</button>')
  },
  act: (page) => page.getByRole('button').click(),
}

const interactions: Interaction[] = [
  {
    name: 'sort a list of 50 rows',
    as: 'staff',
    open: openList,
    act: (page) => button(page, 'Name').click(),
  },
  {
    name: 'filter a list',
    as: 'staff',
    open: openList,
    act: (page) => page.getByRole('checkbox', { name: 'With deleted' }).click(),
  },
  {
    name: 'page through a list',
    as: 'staff',
    open: openList,
    act: (page, round) => button(page, round % 2 === 0 ? 'Next page' : 'Previous page').click(),
  },
  {
    name: 'choose in the permission grid',
    as: 'owner',
    open: openPermissions,
    act: (page, round) =>
      page
        .getByRole('radio', { name: `Directory: ${round % 2 === 0 ? 'Read-Only' : 'Standard'}`, exact: true })
        .click(),
  },
  {
    name: 'type in the listing editor',
    as: 'owner',
    open: openListing,
    act: (page) => page.getByRole('textbox', { name: 'Name', exact: true }).press('a'),
  },
  {
    name: 'type in a manifest of 200 KB',
    as: 'owner',
    open: openLongManifest,
    act: (page) => editor(page).press('a'),
  },
]

function observe() {
  const durations: number[] = []
  Object.assign(globalThis, { durations })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as unknown as { interactionId: number }).interactionId > 0) durations.push(entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as unknown as { type: 'mark' })
}

/** Returns the longest event of the last interaction, and forgets it. */
const takeLongest = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { durations } = globalThis as unknown as { durations: number[] }
    return Math.max(0, ...durations.splice(0))
  })

async function measure(context: BrowserContext, { open, act }: Interaction): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(observe)
  await open(page, portal.url)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const times: number[] = []
  for (let round = 0; round < warmUp + rounds; round += 1) {
    await takeLongest(page)
    await act(page, round)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(reportMs)
    if (round >= warmUp) times.push(Math.max(shortestReported, await takeLongest(page)))
  }
  await page.close()
  return median(times)
}

async function createApps(portalUrl: string, headers: BenchSession): Promise<void> {
  for (let number = 0; number < apps; number += 1) {
    const answer = await fetch(`${portalUrl}/api/v1/developer_apps`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ internal_name: `Measured app ${number}` }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}

await requireWebBuild()
const portal = await startPortal()
const sessions = {
  owner: await signIn(portal.url, 'owner@demo.test'),
  staff: await signIn(portal.url, 'staff@demo.test'),
}
await createApps(portal.url, sessions.owner)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

async function measureSignedIn(interaction: Interaction): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { cookie: sessions[interaction.as].cookie },
  })
  const ms = await measure(context, interaction)
  await context.close()
  console.log(interaction.name, ms)
  return ms
}

const baseline = await measureSignedIn(bare)
const rows: string[][] = []
for (const interaction of interactions) {
  const ms = await measureSignedIn(interaction)
  rows.push([interaction.name, String(ms), (ms / baseline).toFixed(1), ms <= limitMs ? 'yes' : 'no'])
}
await browser.close()
await portal.stop()
await portal.remove()

writeSection(
  'bench:interactions',
  [
    `Medians of ${rounds} at 1440 x 900, from the event to the next paint, in multiples of 8 ms, and as a multiple of a click that changes a`,
    `bare page (${baseline} ms). The limit is ${limitMs} ms.`,
    '',
    toTable(['interaction', 'ms', '× bare', 'met'], rows),
  ].join('\n'),
)
