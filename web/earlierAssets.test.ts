import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { retainEarlierAssets } from './earlierAssets.ts'

/** Creates a web app of one page and one script. `buildOn` builds it on the given day. */
async function makeApp() {
  const root = await mkdtemp(join(tmpdir(), 'trestle-build-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'public'))
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  const buildOn = async (day: number, text: string) => {
    await writeFile(join(root, 'main.js'), `document.title = '${text}'`)
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [retainEarlierAssets({ now: () => day * dayMs, beside: ['other'] })],
      build: { emptyOutDir: false },
    })
  }
  const texts = async () => {
    const assets = join(root, 'dist/assets')
    const scripts = await Promise.all(
      (await readdir(assets)).map((name) => readFile(join(assets, name), 'utf8')),
    )
    return ['first', 'second', 'third'].filter((text) => scripts.some((script) => script.includes(text)))
  }
  return { root, buildOn, texts }
}

test('a build keeps earlier assets for 7 days after they are replaced', { tags: ['SHELL-30'] }, async () => {
  const { buildOn, texts } = await makeApp()
  await buildOn(0, 'first')
  await buildOn(30, 'second')
  expect(await texts(), 'a build that was current for a month').toEqual(['first', 'second'])
  await buildOn(36.9, 'third')
  expect(await texts()).toEqual(['first', 'second', 'third'])
  await buildOn(37, 'third')
  expect(await texts()).toEqual(['second', 'third'])
  await buildOn(43.9, 'third')
  expect(await texts()).toEqual(['third'])
})

test('keeps assets that a later build contains again', async () => {
  const { buildOn, texts } = await makeApp()
  await buildOn(0, 'first')
  await buildOn(1, 'second')
  await buildOn(2, 'first')
  await buildOn(20, 'first')
  expect(await texts()).toEqual(['first'])
})

test('keeps the assets of a build without a record', async () => {
  const { root, buildOn, texts } = await makeApp()
  await buildOn(0, 'first')
  await rm(join(root, 'dist/.builds.json'))
  await buildOn(10, 'second')
  expect(await texts()).toEqual(['first', 'second'])
})

test('replaces all other files with those of the last build', async () => {
  const { root, buildOn } = await makeApp()
  await writeFile(join(root, 'public/old.svg'), '<svg/>')
  await buildOn(0, 'first')
  await rm(join(root, 'public/old.svg'))
  await writeFile(join(root, 'public/new.svg'), '<svg/>')
  await buildOn(1, 'second')
  const names = await readdir(join(root, 'dist'))
  expect(names.toSorted()).toEqual(['.builds.json', 'assets', 'index.html', 'new.svg'])
})

test('leaves the folder of another build as it is, and removes what no build knows', async () => {
  const { root, buildOn } = await makeApp()
  await buildOn(0, 'first')
  for (const name of ['other', 'unknown']) {
    await mkdir(join(root, 'dist', name))
    await writeFile(join(root, 'dist', name, 'page.js'), '')
  }
  await buildOn(1, 'second')
  expect(await readdir(join(root, 'dist'))).toContain('other')
  expect(await readdir(join(root, 'dist/other'))).toEqual(['page.js'])
  expect(await readdir(join(root, 'dist'))).not.toContain('unknown')
})
