import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const sheets = globSync('web/src/**/*.module.css', { cwd: root })
const sources = [...sheets, ...globSync('web/src/**/*.tsx', { cwd: root })].map((file) => ({
  file,
  text: read(file),
}))

/** Returns the classes that a style sheet defines. */
function listClasses(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '')
  const selectors = [...plain.matchAll(/([^{}]+)\{/g)].map(([, selector]) => selector).join(' ')
  return [...new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))]
}

/** Returns the classes of a style sheet that no module refers to. One that computes its classes uses all. */
function listUnused(sheet: string): string[] {
  const users = sources.filter(({ file, text }) => file !== sheet && text.includes(basename(sheet)))
  if (users.some(({ text }) => /classes\[(?!')/.test(text))) return []
  const texts = users.map(({ text }) => text).join('\n')
  const composed = [...`${texts}\n${read(sheet)}`.matchAll(/composes: ([^;]*?)(?: from|;)/g)].join(' ')
  return listClasses(read(sheet))
    .filter((name) => !texts.includes(`classes['${name}']`) && !composed.split(/\W+/).includes(name))
    .map((name) => `${sheet} .${name}`)
}

test('style sheets define only classes that their components use', () => {
  expect(sheets.length).toBeGreaterThan(80)
  expect(sheets.flatMap(listUnused)).toEqual([])
})
