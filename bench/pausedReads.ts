import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './measure.ts'

const lineBytes = 64
const lines = 4096
const valuesPerLine = lineBytes / Int32Array.BYTES_PER_ELEMENT
const rounds = 40

/** Returns a memory block in which each cache line names the next one to read, in an order that a processor can't guess. */
function makeChain(random: () => number): Int32Array {
  const order = Array.from({ length: lines }, (_, line) => ({ line, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ line }) => line * valuesPerLine)
  const chain = new Int32Array(lines * valuesPerLine)
  for (const [index, place] of order.entries()) chain[place] = order[(index + 1) % lines] ?? 0
  return chain
}

function follow(chain: Int32Array): number {
  let place = 0
  for (let step = 0; step < lines; step += 1) place = chain[place] ?? 0
  return place
}

/**
 * Measures how long it takes to read a cache line of a 256 KiB block that was read before, immediately and after a
 * pause: some machines lose the contents of the processor's caches while a process waits.
 *
 * @returns nanoseconds per line.
 */
export async function measurePausedReads(
  random: () => number,
  pauseMs: number,
): Promise<{ atOnce: number; afterPause: number }> {
  const chain = makeChain(random)
  const read = async (waitMs: number): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      if (waitMs > 0) await sleep(waitMs)
      const start = performance.now()
      follow(chain)
      times.push(performance.now() - start)
    }
    return (median(times) * 1e6) / lines
  }
  // Warm up until the loop is compiled.
  await read(0)
  return { atOnce: await read(0), afterPause: await read(pauseMs) }
}
