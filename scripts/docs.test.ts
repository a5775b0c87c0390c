import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings, settingNames } from '../server/src/settings.ts'
import { listings } from '../web/src/texts/listings.ts'
import {
  listAnchors,
  listCode,
  listCommands,
  listLinks,
  listNpmCommands,
  readDocuments,
} from './testing/markdown.ts'

const documents = readDocuments()
const readText = (path: string) => readFileSync(path, 'utf8')

test('reads links, anchors and commands', () => {
  const text = [
    '# A *b*, `c_d`',
    '## A b c_d',
    '[one](x.md#y) ![two](../p.png) [three](#z) [four](https://e.test)',
    '`[no](no.md)` `npm run a && npm test`',
    '```',
    '[no](no.md)',
    'npm run b -- C   # why',
    'export KEY=$(openssl rand 8)',
    '```',
    '| `npm run d -- E` | `-- F G`, `--h` with `i` |',
  ].join('\n')
  expect([...listAnchors(text)]).toEqual(['a-b-c_d', 'a-b-c_d-1'])
  expect(listLinks({ path: 'docs/a.md', text })).toEqual([
    { path: 'docs/x.md', anchor: 'y' },
    { path: 'p.png', anchor: '' },
    { path: 'docs/a.md', anchor: 'z' },
  ])
  expect(listCommands(text)).toEqual([
    'npm run b -- C',
    'openssl rand 8',
    'npm run a',
    'npm test',
    'npm run d -- E',
    'npm run d -- F G',
    'npm run d -- --h',
  ])
})

test('every link in the documents leads to a file, and to a heading in it', () => {
  const links = documents.flatMap((document) =>
    listLinks(document).map((link) => ({ from: document.path, ...link })),
  )
  expect(links.length).toBeGreaterThan(50)
  const isBroken = ({ path, anchor }: { path: string; anchor: string }) =>
    !existsSync(path) || (anchor !== '' && !listAnchors(readText(path)).has(anchor))
  expect(links.filter(isBroken)).toEqual([])
})

/** The changelog sections that list what no longer exists. */
const removed = /^### Removed\n[\s\S]*?(?=^##|(?![\s\S]))/gm

test('every npm command in the documents exists', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  const known = new Set(['npm test', 'npm start', ...Object.keys(scripts).map((name) => `npm run ${name}`)])
  const named = documents.flatMap(({ path, text }) =>
    listNpmCommands(text.replaceAll(removed, '')).map((command) => ({
      path,
      command: /^npm (run )?[\w:-]+/.exec(command)?.[0] ?? '',
    })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ command }) => !known.has(command))).toEqual([])
})

test('every file that the documents for operators and contributors name exists', () => {
  const names = /^(?:bench|deploy|docs|domain|e2e|scripts|server|tools|web)\/[\w./@-]+\.\w+$/
  const named = documents
    .filter(({ path }) => !path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) => listCode(text).map((code) => ({ path, code })))
    .filter(({ code }) => names.test(code))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ code }) => !existsSync(code))).toEqual([])
})

test('every setting in the operations guide exists, and each is in it or in the table of settings', () => {
  // ENV_FILE is read before there are settings.
  const others = ['ENV_FILE', 'NODE_ENV', ...(readText('deploy/haproxy.cfg').match(/\bTRESTLE_\w+/g) ?? [])]
  const known = new Set([...others, ...settingNames, ...settingNames.map((name) => `${name}_FILE`)])
  const named = (path: string) =>
    listCode(readText(path)).flatMap((code) => /^([A-Z]+(?:_[A-Z]+)+)(?:=.*)?$/.exec(code)?.[1] ?? [])
  const inGuide = named('docs/operations.md')
  expect(inGuide.length).toBeGreaterThan(20)
  expect(inGuide.filter((name) => !known.has(name) && name !== 'NAME_FILE')).toEqual([])
  const listed = new Set(
    [...readText('docs/settings.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name),
  )
  const isMissing = (name: string) => !listed.has(name) && !inGuide.includes(name)
  expect(settingNames.filter(isMissing)).toEqual([])
})

/** Settings whose default the document names, but other code fills in. */
const filledIn = new Set(['WEB_FOLDER', 'REFERENCE_DIR'])

/** Lists the documented settings with the one value that each has by default. */
function listDocumentedDefaults(): [name: string, value: string][] {
  return [...readText('docs/settings.md').matchAll(/^\| (`[A-Z].*?) \| (.*?) \| .* \|$/gm)].flatMap(
    ([, first = '', second = '']) => {
      const names = listCode(first)
      const values = second.match(/`[^`]+`|[^`,\s][^`,]*/g) ?? []
      if (values.length > names.length) return []
      return names.map((name, n): [string, string] => [name, values[n] ?? values[0] ?? ''])
    },
  )
}

test('the table of settings names the defaults', () => {
  const settings = new Map(Object.entries(readSettings({})).map(([name, value]) => [name, String(value)]))
  const documented = listDocumentedDefaults()
    .filter(([name, value]) => !filledIn.has(name) && (value === 'none' || value.startsWith('`')))
    .map(([name, value]) => ({ name, value: value.replaceAll('`', '').replace('PORT', '3000') }))
  expect(documented.length).toBeGreaterThan(50)
  const actual = documented.map(({ name }) => ({ name, value: settings.get(name) || 'none' }))
  expect(actual).toEqual(documented)
})

test('each alert has a runbook in the operations guide, and each runbook an alert', () => {
  const alerts = [...readText('deploy/alerts.yaml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(5)
  const runbooks = [...readText('docs/operations.md').matchAll(/^### (Trestle\w+)$/gm)].map(
    ([, name]) => name,
  )
  expect(runbooks.toSorted()).toEqual(alerts.toSorted())
})

test('documents use plain words', () => {
  const unusual = /\b(somebody|anybody|everybody|nobody|whoever|whom|meanwhile|anew|shall|in earnest)\b/i
  const lines = documents.flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line}`))
  expect(lines.length).toBeGreaterThan(2000)
  expect(lines.filter((line) => unusual.test(line))).toEqual([])
})

test('the content requirements name the fields of a listing as the editor does', () => {
  const { general, release, pricing, availability, support, contact, tools, tabs, media } = listings
  const labels = [
    general.public_name,
    general.tagline,
    general.built_by,
    general.sold_by,
    general.description,
    general.about,
    general.category_ids,
    general.how_it_works,
    release.app_version_id,
    release.draft_developer_notes,
    release.installable,
    pricing.subscription_required,
    pricing.connector_required,
    pricing.has_trials,
    pricing.pricing_url,
    pricing.pricing_description,
    availability.availability,
    tabs.features,
    tabs.links,
    tools.legend,
    tabs.requirements,
    support.website_label,
    support.website_url,
    support.support_email,
    contact.legend,
    media.logo,
    media.pictures,
    media.videos,
  ]
  const text = readText('content/documentation/partner-content-requirements.md')
  const [fields = ''] = text.split('## Messages of the check')
  const heads = ['Field', 'File']
  const named = [...fields.matchAll(/^\| ([^-|][^|]*) \|/gm)].map(([, name = '']) => name)
  expect(named.filter((name) => !heads.includes(name))).toEqual(labels)
})
