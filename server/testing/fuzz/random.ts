import { seededRandom } from '../../seed/seededRandom.ts'

/** Repeatable choices for a seed. */
export interface Random {
  /** Returns a whole number from 0 to `below` - 1. */
  integer: (below: number) => number
  chance: (probability: number) => boolean
  pick: <T>(values: readonly T[]) => T
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed)
  const integer = (below: number): number => Math.floor(next() * below)
  return {
    integer,
    chance: (probability) => next() < probability,
    // Every list in the fuzzer has at least one value.
    pick: <T>(values: readonly T[]) => values[integer(values.length)] as T,
  }
}
