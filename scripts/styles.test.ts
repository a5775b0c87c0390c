import { existsSync, globSync, readFileSync } from 'node:fs'
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
