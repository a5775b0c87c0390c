import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const versionOf = (path: string): unknown => (JSON.parse(read(path)) as { version: unknown }).version

test('the newest version of the changelog is the version of every package', () => {
  const [, newest] = /^## (\d\S*)/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toMatch(/^\d+\.\d+\.\d+/)
  for (const folder of ['', 'domain/', 'server/', 'web/']) {
    expect(versionOf(`${folder}package.json`), folder).toBe(newest)
  }
  expect(versionOf('package-lock.json')).toBe(newest)
})
