import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../web/src/', import.meta.url))
const sheets = fileURLToPath(new URL('../node_modules/@mantine/core/styles/', import.meta.url))

/** Returns the components of Mantine that these modules import. */
function readComponents(modules: string[]): Set<string> {
  const imports = modules.flatMap((name) =>
    [...readFileSync(source + name, 'utf8').matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].map(
      ([, names = '']) => names,
    ),
  )
  return new Set(imports.join().match(/\b[A-Z]\w+/g))
}

test('every component of Mantine that is used has its styles', () => {
  const modules = globSync('**/*.tsx', { cwd: source }).filter((name) => !name.endsWith('.test.tsx'))
  const components = [...readComponents(modules)].filter((name) => existsSync(`${sheets}${name}.layer.css`))
  const loaded = readFileSync(`${source}ui/mantine.css`, 'utf8')
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter((name) => !loaded.includes(`/${name}.layer.css`))).toEqual([])
})

const styleSheets = () =>
  globSync('**/*.css', { cwd: source })
    .filter((name) => !['mantine.css', 'themeVariables.css'].includes(basename(name)))
    .map((name) => ({ name, blocks: readFileSync(source + name, 'utf8').match(/[^{}]*\{[^{}]*\}/g) ?? [] }))

/** Returns the values of `border-radius` of a block. */
const radii = (block: string) =>
  [...block.matchAll(/border-[a-z-]*radius: ([^;]+);/g)].map(([, value]) => value)

test('no style sheet writes out the radius of a corner, except of pills', () => {
  const literal = (value = '') => /\d(px|r?em)/.test(value.replaceAll('999px', ''))
  const found = styleSheets().flatMap(({ name, blocks }) =>
    blocks.flatMap(radii).map((value) => ({ name, value })),
  )
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter(({ value }) => literal(value))).toEqual([])
})

test('everything with the frame of a card has its corners', () => {
  const framed = /border: 1px (solid|dashed) var\(--line\);/
  const cards = styleSheets().flatMap(({ name, blocks }) =>
    blocks
      .filter((block) => framed.test(block))
      .flatMap((block) => radii(block).map((value) => ({ name, value }))),
  )
  expect(cards.length).toBeGreaterThan(20)
  // The radius of icons is relative to their size.
  expect(cards.filter(({ value }) => !/--radius-card|%/.test(value ?? ''))).toEqual([])
})
