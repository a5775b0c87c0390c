// `npm run bench:lighthouse`: Lighthouse scores of the public pages, on a desktop and on a phone. It is one of the
// tools to run by hand: install them with `npm --prefix tools ci` first. Lists the audits that aren't perfect, except
// speed. Optional argument: part of an address limits it to some pages and only prints their scores.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPortal } from '../e2e/portal.ts'
import { toTable, writeSection } from './report.ts'
import { requireWebBuild } from './requireWebBuild.ts'

const only = process.argv[2]
const tools = fileURLToPath(new URL('../tools', import.meta.url))
const lighthouse = join(tools, 'node_modules', 'lighthouse', 'cli', 'index.js')
const addresses = [
  '/',
  '/marketplace',
  '/marketplace/site-sync',
  '/reference',
  '/reference/rest/projects',
  '/reference/rest/changelog',
  '/documentation/oauth',
]
const devices = ['desktop', 'mobile'] as const
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const fastEnough = { desktop: 95, mobile: 85 }

type Device = (typeof devices)[number]
type Category = (typeof categories)[number]

interface Report {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; details?: { items?: unknown[] } }>
}

async function run(url: string, device: Device): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      lighthouse,
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--only-categories=${categories.join(',')}`,
      `--chrome-path=${process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { maxBuffer: 100 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as Report
}

/** Lists what keeps a category from 100 points. */
const findings = (report: Report, category: Category): string[] =>
  report.categories[category].auditRefs.flatMap(({ id, weight }) => {
    const { score, title, details } = report.audits[id] ?? { score: null, title: id }
    const isPerfect = weight === 0 || score === null || score === 1
    return isPerfect ? [] : [`  ${category}: ${id}, ${title} ${JSON.stringify(details?.items ?? [])}`]
  })

async function measure(address: string, device: Device): Promise<string[]> {
  const report = await run(portal.url + address, device)
  const [performance = 0, ...others] = categories.map((name) =>
    Math.round(report.categories[name].score * 100),
  )
  const isMet = performance >= fastEnough[device] && others.every((score) => score === 100)
  const [, ...perfect] = categories
  console.log([address, device, performance, ...others].join('  '))
  for (const finding of perfect.flatMap((name) => findings(report, name))) console.log(finding)
  return [address, device, String(performance), ...others.map(String), isMet ? 'yes' : 'no']
}

if (!existsSync(lighthouse)) throw new Error('Install Lighthouse with `npm --prefix tools ci` first.')
await requireWebBuild()
const portal = await startPortal()
const rows: string[][] = []
for (const address of addresses.filter((each) => only === undefined || each.includes(only))) {
  for (const device of devices) rows.push(await measure(address, device))
}
await portal.stop()
await portal.remove()

if (only === undefined) {
  writeSection(
    'bench:lighthouse',
    [
      `Lighthouse simulates the processor and the network. The goal is a performance of ${fastEnough.desktop} on a desktop and ${fastEnough.mobile} on a`,
      'phone, and 100 everywhere else.',
      '',
      toTable(['page', 'device', 'performance', 'accessibility', 'best practices', 'SEO', 'met'], rows),
    ].join('\n'),
  )
}
