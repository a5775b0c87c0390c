import type { Random } from './random.ts'
import type { Operation } from './requests.ts'
import type { Role } from './roles.ts'

export interface Choice {
  operation: Operation
  role: Role
}

const usualRoles = [
  ['/admin/', 'staff@demo.test'],
  ['/platform/', 'service'],
] as const

/** The share of requests from roles that may make them, because others are refused before they do anything. */
const usualShare = 0.6

const isUsual = ({ operation: { path }, role }: Choice): boolean => {
  const [, usual = 'owner@demo.test'] = usualRoles.find(([part]) => path.includes(part)) ?? []
  return role.name === usual
}

function shuffle<T>(random: Random, values: readonly T[]): T[] {
  const left = [...values]
  return values.flatMap(() => left.splice(random.integer(left.length), 1))
}

/** Chooses operations and roles. If `count` is large enough, each operation is chosen with each role. */
export function* choose(
  random: Random,
  { operations, roles, count }: { operations: Operation[]; roles: Role[]; count: number },
): Generator<Choice> {
  const pairs = operations.flatMap((operation) => roles.map((role) => ({ operation, role })))
  const usual = pairs.filter(isUsual)
  const missing = new Set(shuffle(random, pairs))
  for (let left = count; left > 0; left -= 1) {
    const [first = random.pick(pairs)] = missing
    const choice = missing.size < left && random.chance(usualShare) ? random.pick(usual) : first
    missing.delete(choice)
    yield choice
  }
}
