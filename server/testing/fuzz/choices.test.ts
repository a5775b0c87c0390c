import { expect, test } from 'vitest'
import { choose } from './choices.ts'
import { createRandom } from './random.ts'
import type { Operation } from './requests.ts'

const operations = ['/a', '/admin/b', '/platform/c'].map((path): Operation => ({
  method: 'GET',
  path,
  operationId: path,
  security: [],
}))
const names = ['visitor', 'service', 'owner@demo.test', 'staff@demo.test']
// Only the name of a role decides.
const roles = names.map((name) => ({ name }) as Parameters<typeof choose>[1]['roles'][number])

const chooseTexts = (count: number) =>
  [...choose(createRandom(1), { operations, roles, count })].map(
    ({ operation, role }) => `${role.name} ${operation.path}`,
  )

test('chooses each operation with each role, even if there is no time for anything else', () => {
  expect(new Set(chooseTexts(12)).size).toBe(12)
  expect(new Set(chooseTexts(30)).size).toBe(12)
})

test('chooses mostly roles that may make the call', () => {
  const chosen = chooseTexts(1_000)
  const usual = ['owner@demo.test /a', 'staff@demo.test /admin/b', 'service /platform/c']
  const share = chosen.filter((choice) => usual.includes(choice)).length / chosen.length
  expect(share).toBeGreaterThan(0.6)
  expect(share).toBeLessThan(0.8)
})
