import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './src/texts/en.ts'

const root = new URL('./src/', import.meta.url)
const sources = globSync('**/*.tsx', { cwd: root })
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => readFileSync(new URL(file, root), 'utf8'))

const textAt = (key: string): string =>
  String(key.split('.').reduce<unknown>((texts, part) => Object(texts)[part], en))

test('titles of failures end without a period, except where the specification quotes them', () => {
  const titles = sources
    .flatMap((source) => [...source.matchAll(/\b(?:t|errorT)itle(?:=\{|: )([^}\n]+)/g)])
    .flatMap(([, value = '']) => [...value.matchAll(/'(\w+(?:\.\w+)*\.\w*failed\w*)'/gi)])
    .map(([, key = '']) => textAt(key))
  expect(titles.length).toBeGreaterThan(100)
  expect(new Set(titles.filter((title) => title.endsWith('.')))).toEqual(
    new Set([
      'Something went wrong building your sandbox.',
      'Something went wrong when saving the new version.',
      'The changelog could not be loaded.',
    ]),
  )
})
