import { globSync, readFileSync } from 'node:fs'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { expect, test } from 'vitest'
import { asksFirst } from './testing/asksFirst.ts'

const root = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: root })

/** Calls that the user doesn't wait for. Their refusals aren't shown (`refuseInBackground`). */
const inBackground = ['deleteDraft', 'putDraft', 'recordAnalytics', 'viewMarketplaceApp']

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Returns all contract endpoints that change data, by name. */
async function listMutations(): Promise<[name: string, endpoint: Endpoint][]> {
  const contracts = await Promise.all(
    files('domain/src/**/contract.ts').map((file): Promise<object> => import(new URL(file, root).href)),
  )
  return contracts.flatMap((contract) =>
    Object.entries(contract).filter(
      (entry): entry is [string, Endpoint] => isEndpoint(entry[1]) && entry[1].method !== 'GET',
    ),
  )
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const sources = files('web/src/**/*.{ts,tsx}')
  .filter((file) => !isTest(file))
  .map(read)
const tests = files('web/src/**/*.test.tsx').map(read)

const isNamedIn = (texts: string[], name: string) =>
  texts.some((text) => new RegExp(String.raw`\b${name}\b`).test(text))

/**
 * Returns whether a test refuses the mutation with an error that the page shows, by name or in a table. Such a test
 * fails unless the page makes the call and shows the refusal (`refuse` in testing/network.ts).
 */
function isRefusedIn(text: string, name: string, endpoint: Pick<Endpoint, 'path'>): boolean {
  const byName = new RegExp(String.raw`\brefuse\(\s*${name},\s*\{\s*code: '(\w+)'(.*)`, 'g')
  const isShown = ([, code = '', rest = '']: string[]) =>
    !asksFirst(endpoint, code) && !rest.includes('current:')
  if ([...text.matchAll(byName)].some(isShown)) return true
  const inTable = new RegExp(String.raw`^ +\[.*\b${name}\b`, 'm')
  return /\brefuse\(\s*endpoint,/.test(text) && inTable.test(text)
}

test("every mutation's refusal is shown where the user triggers it", async () => {
  const mutations = await listMutations()
  const used = mutations.filter(([name]) => isNamedIn(sources, name))
  expect(used.length).toBeGreaterThan(40)
  const unproven = used.filter(([name, endpoint]) => !tests.some((text) => isRefusedIn(text, name, endpoint)))
  expect(unproven.map(([name]) => name).toSorted()).toEqual(inBackground)
})

test('counts only refusals that the page shows', () => {
  const isProof = (text: string, path: Endpoint['path'] = '/api/v1/apps') =>
    isRefusedIn(text, 'save', { path })
  expect(isProof("  refuse(save, { code: 'conflict', message: 'No.' })")).toBe(true)
  expect(isProof("  refuse(save, { code: 'conflict', message: 'No.', current: app })")).toBe(false)
  expect(isProof("  refuse(save, { code: 'not_signed_in', message: 'No.' })")).toBe(false)
  expect(isProof("  refuse(save, { code: 'not_signed_in', message: 'No.' })", '/api/v1/session')).toBe(true)
  expect(isProof("  refuseInBackground(save, { code: 'conflict', message: 'No.' })")).toBe(false)
  expect(isProof("  ['the form', save],\n  refuse(endpoint, error)")).toBe(true)
  expect(isProof("  ['the form', save],\n  reply(endpoint, error)")).toBe(false)
})
