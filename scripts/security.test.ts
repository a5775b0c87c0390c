import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readText = (path: string) => readFileSync(path, 'utf8')
const document = readText('docs/security.md')

/** How many requirements of levels 1 and 2 each section of the standard has. They are numbered from 1, without gaps. */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2  2.1:3 2.2:3 2.3:4 2.4:1  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1  9.1:3 9.2:4  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1  12.1:3 12.2:2 12.3:4  13.1:1 13.2:5 13.3:2 13.4:5  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3  17.1:1 17.2:4 17.3:2`
const requirements = [...sections.matchAll(/(\S+):(\d+)/g)].flatMap(([, section = '', count]) =>
  Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
)

interface Row {
  number: string
  state: string
  how: string
  proof: string
}

const rows: Row[] = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(
  ([, number = '', rest = '']) => {
    const [, state = '', how = '', proof = ''] = rest.split(' | ').map((cell) => cell.trim())
    return { number, state, how, proof }
  },
)

test('lists each requirement of levels 1 and 2 once, in order', () => {
  expect(requirements).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(requirements)
})

test('has each requirement in its chapter', () => {
  const chapters = document.split(/^## (?=V\d+ )/m).slice(1)
  expect(chapters.map((text) => /^V(\d+) /.exec(text)?.[1])).toEqual(
    Array.from({ length: 17 }, (_, index) => String(index + 1)),
  )
  for (const text of chapters) {
    const [, chapter = ''] = /^V(\d+) /.exec(text) ?? []
    const numbers = [...text.matchAll(/^\| (\d+)\.\d+\.\d+ \|/gm)].map(([, number]) => number)
    expect(new Set(numbers)).toEqual(new Set([chapter]))
  }
})

const proofs = ({ proof }: Row) =>
  [...proof.matchAll(/`([^`]+)`(?: "(.+?)"(?=;|$))?/g)].map(([, path = '', title]) => ({ path, title }))

test('gives each requirement a state, and names a proof or a reason', () => {
  const states = ['yes', 'deviation', 'no use']
  expect(rows.filter(({ state, how }) => !states.includes(state) || how === '')).toEqual([])
  expect(rows.filter((row) => row.state === 'yes' && proofs(row).length === 0)).toEqual([])
  expect(rows.filter((row) => row.state === 'no use' && row.proof !== '')).toEqual([])
})

test('names every deviation among the gaps', () => {
  const [, gaps = ''] = document.split('\n## Gaps\n')
  const named = [...gaps.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([number]) => number)
  expect(named).toEqual(rows.filter(({ state }) => state === 'deviation').map(({ number }) => number))
})

test('names only files and tests that exist', () => {
  const isMissing = ({ path, title }: { path: string; title: string | undefined }) =>
    !existsSync(path) || (title !== undefined && !readText(path).includes(title))
  const missing = rows.flatMap((row) =>
    proofs(row)
      .filter(isMissing)
      .map((proof) => ({ number: row.number, ...proof })),
  )
  expect(missing).toEqual([])
})

/** The code that runs in production, by its path. */
const readSources = (...patterns: string[]) =>
  globSync(patterns, { exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map((path) => ({
    path,
    text: readText(path),
  }))
const server = readSources('server/src/**/*.ts', 'domain/src/**/*.ts')
const web = readSources('web/src/**/*.ts', 'web/src/**/*.tsx')
const listFiles = (sources: typeof server, pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('the server starts no program and runs no text as code', () => {
  expect(server.length).toBeGreaterThan(300)
  const programs = /node:child_process|node:vm|\beval\(|new Function\(/
  expect(programs.test("import { spawn } from 'node:child_process'")).toBe(true)
  expect(listFiles([...server, ...web], programs)).toEqual([])
})

test('one component sets HTML, sanitized', () => {
  const html = /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write/
  expect(listFiles(web, html)).toEqual(['web/src/listings/review/AdminMessage.tsx'])
  expect(readText('web/src/listings/review/AdminMessage.tsx')).toContain('DOMPurify.sanitize(')
})

test('only approved hash functions and ciphers are used', () => {
  const used = server.flatMap(({ text }) =>
    [...text.matchAll(/\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*([^,)]+)/g)].map(([, name]) => name),
  )
  expect(new Set(used)).toEqual(new Set(["'sha256'", "'aes-256-gcm'"]))
})

test('no random number of the server is guessable', () => {
  expect(listFiles(server, /Math\.random/)).toEqual([])
})

test('certificates are always verified', () => {
  const deployed = readSources('deploy/*', 'scripts/*.mjs')
  expect(listFiles([...server, ...deployed], /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([])
})

test('every package comes from one registry, with a checksum', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>
  }
  const loaded = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(loaded.length).toBeGreaterThan(500)
  expect(loaded.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  expect(new Set(loaded.map(([, { resolved = '' }]) => URL.parse(resolved)?.origin)).size).toBe(1)
})
