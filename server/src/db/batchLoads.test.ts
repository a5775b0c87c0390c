import { expect, test } from 'vitest'
import { batchLoads } from './batchLoads.ts'

/** Loads that end when the test ends them. */
function holdLoads() {
  const batches: { inputs: number[]; end: (outputs?: string[]) => void; fail: (error: Error) => void }[] = []
  const load = batchLoads<number, string>((inputs) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    batches.push({ inputs, end: (outputs = inputs.map(String)) => resolve(outputs), fail: reject })
    return promise
  })
  return { load, batches }
}

const listInputs = (batches: { inputs: number[] }[]) => batches.map(({ inputs }) => inputs)

test('calls that wait share the next statement, which begins after all of them', async () => {
  const { load, batches } = holdLoads()
  const loaded = Promise.all([1, 2, 3, 4, 5].map((input) => load(input)))
  expect(listInputs(batches)).toEqual([[1], [2]])
  batches[1]?.end()
  await expect.poll(() => listInputs(batches)).toEqual([[1], [2], [3, 4, 5]])
  batches[0]?.end()
  batches[2]?.end()
  expect(await loaded).toEqual(['1', '2', '3', '4', '5'])
})

test('a failed statement fails its calls, and no others', async () => {
  const { load, batches } = holdLoads()
  const loaded = Promise.allSettled([1, 2, 3].map((input) => load(input)))
  batches[0]?.fail(new Error('down'))
  batches[1]?.end([])
  await expect.poll(() => batches.length).toBe(3)
  batches[2]?.end()
  expect((await loaded).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('a batch has at most a hundred calls', async () => {
  const { load, batches } = holdLoads()
  const loaded = Promise.all(Array.from({ length: 152 }, (_, input) => load(input)))
  batches[0]?.end()
  batches[1]?.end()
  await expect.poll(() => batches.length).toBe(4)
  for (const { end } of batches) end()
  expect((await loaded).length).toBe(152)
  expect(listInputs(batches).map(({ length }) => length)).toEqual([1, 1, 100, 50])
})
