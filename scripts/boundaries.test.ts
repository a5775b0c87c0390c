import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder = ''
let errors = ''

/** One violation per boundary, each in its own tree. */
const violations: Record<string, string> = {
  'domain/src/pure/rules.ts': `import { z } from 'zod'\nexport const a = z.string()`,
  'domain/src/pure/badge.ts': `import { z } from 'zod'\nexport const aa = z.string()`,
  'domain/src/pure/far.ts': `import { ab } from './between.ts'\nexport const ac = ab`,
  'domain/src/pure/between.ts': `import { ad } from './contract.ts'\nexport const ab = ad`,
  'domain/src/pure/contract.ts': `import { z } from 'zod'\nexport const ad = z.string()\nexport type Ae = string`,
  'domain/src/pure/typed.ts': `import type { Ae } from './contract.ts'\nexport type Af = Ae`,
  'domain/src/needy/contract.ts': `import qs from 'qs'\nexport const b = qs`,
  'web/src/app/Server.tsx': `import { main } from '../../../server/src/main.ts'\nexport const c = main`,
  'server/src/main.ts': `export const main = 1`,
  'server/src/apps/webby.ts': `import { c } from '../../../web/src/app/Server.tsx'\nexport const d = c`,
  'server/src/apps/sqly.ts': `import { sql } from 'kysely'\nexport const e = sql`,
  'server/src/apps/store.ts': `import { g } from '../errors.ts'\nexport const f = g`,
  'server/src/errors.ts': `import type { Refused } from './http/refused.ts'\nexport type Ra = Refused\nexport const g = 1`,
  'server/src/http/refused.ts': `export type Refused = 1\nexport const rb = 1`,
  'server/src/mail/usesHttp.ts': `import { rb } from '../http/refused.ts'\nexport const rc = rb`,
  'server/src/mail/routes.ts': `import { rb } from '../http/refused.ts'\nexport const rd = rb`,
  'server/src/http/nosy.ts': `import { k } from '../apps/free.ts'\nexport const h = k`,
  'server/src/apps/framed.ts': `import fastify from 'fastify'\nexport const i = fastify`,
  'server/src/manifests/thief.ts': `import { f } from '../apps/store.ts'\nexport const j = f`,
  'server/src/apps/media/store.ts': `export const ja = 1`,
  'server/src/manifests/nestedThief.ts': `import { ja } from '../apps/media/store.ts'\nexport const jb = ja`,
  'server/src/apps/free.ts': `export const k = 1`,
  'web/src/apps/Mixed.tsx': `import { m } from '../manifests/Tab.tsx'\nexport const l = m`,
  'web/src/manifests/Tab.tsx': `import { call } from '../http/call.ts'\nexport const m = call`,
  'web/src/http/call.ts': `export const call = 1`,
  'web/src/shared/Nosy.tsx': `import { m } from '../manifests/Tab.tsx'\nexport const u = m`,
  'web/src/http/nosy.ts': `import { u } from '../shared/Nosy.tsx'\nexport const v = u`,
  'web/src/apps/Appish.tsx': `import { c } from '../app/Server.tsx'\nexport const w = c`,
  'web/src/apps/Rooted.tsx': `import { x } from '../loose.ts'\nexport const y = x`,
  'web/src/loose.ts': `export const x = 1`,
  'web/src/ui/Nosy.tsx': `import { m } from '../manifests/Tab.tsx'\nexport const n = m`,
  'server/src/jobs/circle.ts': `import { p } from './round.ts'\nexport const o = p`,
  'server/src/jobs/round.ts': `import { o } from './circle.ts'\nexport const p = o`,
  'server/src/quotas/out.ts': `import { ea } from '../reference/back.ts'\nexport const eb = ea`,
  'server/src/reference/back.ts': `export const ea = 1`,
  'server/src/reference/other.ts': `import { ec } from '../outgoing/other.ts'\nexport const ed = ec`,
  'server/src/outgoing/other.ts': `import { ee } from '../quotas/free.ts'\nexport const ec = ee`,
  'server/src/quotas/free.ts': `export const ee = 1`,
  'server/src/drafts/typed.ts': `import type { Ef } from '../permissions/free.ts'\nexport type Eg = Ef`,
  'server/src/permissions/free.ts': `export type Ef = 1`,
  'server/src/permissions/back.ts': `import { eh } from '../drafts/free.ts'\nexport const ei = eh`,
  'server/src/drafts/free.ts': `export const eh = 1`,
  'server/src/jobs/lost.ts': `import { q } from './nowhere.ts'\nexport const r = q`,
  'server/src/apps/stuff.ts': `export const ga = 1`,
  'server/src/apps/addressing.ts': `export const gb = 1`,
  'server/src/apps/addApp.ts': `export const gc = 1`,
  'server/src/apps/createApp.ts': `export const gd = 1`,
  'domain/src/apps/Stuff.ts': `export const ge = 1`,
  'web/src/apps/stuff_list.ts': `export const gf = 1`,
  'web/src/apps/index.ts': `export const s = 1`,
  'server/src/utils/text.ts': `export const t = 1`,
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trestle-boundaries-'))
  for (const [file, source] of Object.entries(violations)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // Inside a hook or a rebase these variables would point git to the project's own repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  execFileSync('git', ['init', '-q'], { cwd: folder, env })
  const done = spawnSync(process.execPath, [join(root, 'scripts/boundaries.mjs'), folder], {
    encoding: 'utf8',
    env,
  })
  errors = done.status === 1 ? done.stderr : `no error: ${done.stdout}`
}, 30_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['rules-are-pure', 'domain/src/pure/rules.ts'],
  ['rules-are-pure', 'domain/src/pure/badge.ts'],
  ['rules-reach-no-schema', 'domain/src/pure/between.ts'],
  ['domain-needs-only-zod', 'domain/src/needy/contract.ts'],
  ['web-never-server', 'web/src/app/Server.tsx'],
  ['server-never-web', 'server/src/apps/webby.ts'],
  ['sql-lives-in-stores', 'server/src/apps/sqly.ts'],
  ['stores-do-not-decide', 'server/src/apps/store.ts'],
  ['http-only-in-routes', 'server/src/apps/framed.ts'],
  ['use-cases-know-no-http', 'server/src/mail/usesHttp.ts'],
  ['errors-know-no-http', 'server/src/errors.ts'],
  ['stores-are-private', 'server/src/manifests/thief.ts'],
  ['stores-in-folders-are-private', 'server/src/manifests/nestedThief.ts'],
  ['http-knows-no-feature', 'server/src/http/nosy.ts'],
  ['web-features-do-not-mix', 'web/src/apps/Mixed.tsx'],
  ['web-features-do-not-mix', 'web/src/apps/Appish.tsx'],
  ['web-shared-knows-no-feature', 'web/src/shared/Nosy.tsx'],
  ['web-http-knows-no-feature', 'web/src/http/nosy.ts'],
  ['web-root-only-starts', 'web/src/apps/Rooted.tsx'],
  ['fetch-lives-in-http', 'web/src/manifests/Tab.tsx'],
  ['ui-knows-no-feature', 'web/src/ui/Nosy.tsx'],
  ['no-cycles', 'server/src/jobs/circle.ts'],
  ['resolves', 'server/src/jobs/lost.ts'],
])('reports the boundary %s when %s violates it', (boundary, file) => {
  expect(errors).toContain(`${boundary}: ${file}`)
})

test('lets a pure module import types of a contract', () => {
  expect(errors).not.toContain('domain/src/pure/typed.ts')
})

test('lets routes reach the HTTP layer', () => {
  expect(errors).not.toContain('use-cases-know-no-http: server/src/mail/routes.ts')
})

test('reports features that import each other in a circle, even if no file does', () => {
  expect(errors).toContain('no-feature-cycles: outgoing → quotas → reference → outgoing (')
  expect(errors, 'a type is gone at run time').not.toContain('no-feature-cycles: drafts')
  expect(errors.match(/no-feature-cycles/g)).toHaveLength(1)
})

test.each([
  ['server/src/apps/stuff.ts', true],
  ['server/src/apps/addressing.ts', true],
  ['server/src/apps/addApp.ts', true],
  ['server/src/apps/createApp.ts', false],
  ['domain/src/apps/Stuff.ts', true],
  ['web/src/apps/stuff_list.ts', true],
])('reports the file name %s: %s', (file, isReported) => {
  expect(errors.includes(`see scripts/fileNames.mjs: ${file}`)).toBe(isReported)
})

test('reports barrel files, catch-all folders and a tree with too few modules', () => {
  expect(errors).toContain('no barrel files: web/src/apps/index.ts')
  expect(errors).toContain('folder name must describe its content: server/src/utils/text.ts')
  expect(errors).toContain('the source tree is too small')
})
