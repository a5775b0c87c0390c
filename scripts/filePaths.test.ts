import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('{bench,domain,e2e,scripts,server,web}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})

// In a folder with a space in its name, such a path has %20 instead.
test('no path of a file is taken from a URL', () => {
  expect(files.length).toBeGreaterThan(2_000)
  const fromUrl = /import\.meta\.url\)\.pathname|\broot\.pathname/
  expect(files.filter((file) => fromUrl.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
