import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { addCompileHints, compileHint } from './compileHints.ts'

interface Map {
  mappings: string
}

/** Builds an app of two scripts and returns what is in its files, by their names without the hash. */
async function buildApp(plugins: Plugin[]) {
  const root = await mkdtemp(join(tmpdir(), 'trestle-hints-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  await writeFile(join(root, 'main.js'), "document.title = 'beam'; void import('./later.js')")
  await writeFile(join(root, 'later.js'), "document.title = 'column'")
  await build({ root, configFile: false, logLevel: 'silent', plugins, build: { sourcemap: 'hidden' } })
  const folder = join(root, 'dist/assets')
  const names = await readdir(folder)
  const read = async (name: string, ending: string) => {
    const file = names.find((each) => each.startsWith(name) && each.endsWith(ending)) ?? ''
    const text = await readFile(join(folder, file), 'utf8')
    return text.replaceAll(/later-[\w-]+\.js/g, 'later.js')
  }
  return { names, read }
}

test('the scripts of the first load have a compile hint, and others none', async () => {
  const hints = addCompileHints((bundle) =>
    Object.values(bundle)
      .filter((file) => file.type === 'chunk')
      .filter(({ isEntry }) => isEntry),
  )
  const plain = await buildApp([])
  const { names, read } = await buildApp([hints])
  expect(await read('index', '.js')).toBe(`${compileHint}\n${await plain.read('index', '.js')}`)
  expect(await read('later', '.js')).toBe(await plain.read('later', '.js'))
  // A browser that stored the script without the hint gets another address.
  expect(names).not.toContain(plain.names.find((name) => /^index.*\.js$/.test(name)))
  const shifted = JSON.parse(await read('index', '.map')) as Map
  const before = JSON.parse(await plain.read('index', '.map')) as Map
  expect(shifted.mappings).toBe(`;${before.mappings}`)
})
