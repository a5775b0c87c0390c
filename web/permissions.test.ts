import { globSync, readFileSync } from 'node:fs'
import { AppPermissions } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const tests = globSync('web/src/**/*.test.tsx', { cwd: root }).map((file) =>
  readFileSync(new URL(file, root), 'utf8'),
)

/** Flags of a reply that allow something. */
const flags = Object.keys(AppPermissions.shape).filter((name) => name.startsWith('can'))

test('every permission flag is turned off alone in a component test', () => {
  expect(flags.length).toBeGreaterThan(8)
  const isProven = (flag: string) =>
    tests.some((text) => new RegExp(String.raw`\(\{ ${flag}(: false)? \}\)`).test(text))
  expect(flags.filter((flag) => !isProven(flag))).toEqual([])
})
