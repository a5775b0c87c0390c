import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireWebBuild } from './requireWebBuild.ts'

test('a benchmark of pages says immediately that they are not built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-bench-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await expect(requireWebBuild(folder)).rejects.toThrow('The web app is not built. Run npm run build.')
})

/** Matches benchmarks that request pages. The others only make calls. */
const opensPages = /chromium|from '\.\/workday\.ts'/
const startsServer = /\bstart(?:Portal|ServerProcess)\(/

test('every benchmark of pages requires their build before it starts a server', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith('.test.ts'))
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(import.meta.dirname, name), 'utf8') })),
  )
  const concerned = files.filter(({ text }) => opensPages.test(text) && startsServer.test(text))
  expect(concerned.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['interactions.ts', 'lighthouse.ts', 'load.ts', 'reference.ts', 'web.ts']),
  )
  for (const { name, text } of concerned) {
    const [before] = text.split(/^(?:const \w+|await|.*=>) .*start(?:Portal|ServerProcess|Postgres)\(/m)
    expect(before, name).toContain('\nawait requireWebBuild()\n')
  }
})
