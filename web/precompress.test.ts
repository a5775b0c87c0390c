import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { retainEarlierAssets } from './earlierAssets.ts'
import { precompress } from './precompress.ts'

const long = (text: string): string => `document.title = '${text.repeat(500)}'`

async function makeApp() {
  const root = await mkdtemp(join(tmpdir(), 'trestle-precompress-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  const assets = join(root, 'dist/assets')
  const buildFrom = async (source: string) => {
    await writeFile(join(root, 'main.js'), source)
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [retainEarlierAssets(), precompress()],
      build: { emptyOutDir: false },
    })
    return (await readdir(assets)).toSorted()
  }
  return { assets, buildFrom }
}

test('each asset has a brotli and a gzip copy with the same content', async () => {
  const { assets, buildFrom } = await makeApp()
  const [name = '', ...copies] = await buildFrom(long('beam'))
  expect(copies).toEqual([`${name}.br`, `${name}.gz`])
  const source = await readFile(join(assets, name))
  expect(source.toString()).toContain('beambeam')
  expect(brotliDecompressSync(await readFile(join(assets, `${name}.br`)))).toEqual(source)
  expect(gunzipSync(await readFile(join(assets, `${name}.gz`)))).toEqual(source)
})

test('short assets have no copies', async () => {
  const { buildFrom } = await makeApp()
  expect(await buildFrom("document.title = 'beam'")).toHaveLength(1)
})

test('copies of an earlier build remain with it and are reused', async () => {
  const { assets, buildFrom } = await makeApp()
  const first = await buildFrom(long('beam'))
  const copy = join(assets, first.find((name) => name.endsWith('.br')) ?? '')
  await writeFile(copy, 'written by the first build')
  expect(await buildFrom(long('column'))).toHaveLength(6)
  expect(await buildFrom(long('beam'))).toHaveLength(6)
  expect(await readFile(copy, 'utf8')).toBe('written by the first build')
})
