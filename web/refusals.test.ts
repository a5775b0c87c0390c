import { globSync, readFileSync } from 'node:fs'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: root.pathname })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Returns the names of all contract endpoints that change data. */
async function listMutations(): Promise<string[]> {
  const contracts = await Promise.all(
    files('domain/src/**/contract.ts').map((file): Promise<object> => import(new URL(file, root).href)),
  )
  return contracts.flatMap((contract) =>
    Object.entries(contract).flatMap(([name, value]) =>
      isEndpoint(value) && value.method !== 'GET' ? [name] : [],
    ),
  )
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const sources = files('web/src/**/*.{ts,tsx}')
  .filter((file) => !isTest(file))
  .map(read)
const refusingTests = files('web/src/**/*.test.tsx')
  .map(read)
  .filter((text) => text.includes('refuse('))

const isNamedIn = (texts: string[], name: string) =>
  texts.some((text) => new RegExp(String.raw`\b${name}\b`).test(text))

test("every mutation's refusal is tested where the user triggers it", async () => {
  const mutations = await listMutations()
  const used = mutations.filter((name) => isNamedIn(sources, name))
  expect(used.length).toBeGreaterThan(40)
  const unproven = used.filter((name) => !isNamedIn(refusingTests, name))
  expect(unproven).toEqual([])
})
