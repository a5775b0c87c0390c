import { expect, test } from 'vitest'
import { runEach } from './runEach.ts'

/** Runs a step that fails for these numbers from one to four. */
async function runTo4(failing: readonly number[]): Promise<{ ran: number[]; error: unknown }> {
  const ran: number[] = []
  const error: unknown = await runEach([1, 2, 3, 4], (number) => {
    ran.push(number)
    return failing.includes(number) ? Promise.reject(new Error(`No ${number}`)) : Promise.resolve()
  }).catch((thrown: unknown) => thrown)
  return { ran, error }
}

test('runs every item after one that fails, and throws its error', async () => {
  expect(await runTo4([])).toEqual({ ran: [1, 2, 3, 4], error: undefined })
  expect(await runTo4([2])).toEqual({ ran: [1, 2, 3, 4], error: new Error('No 2') })
})

test('throws the errors of several items as one', async () => {
  const { ran, error } = await runTo4([1, 3])
  expect(ran).toEqual([1, 2, 3, 4])
  expect(error).toBeInstanceOf(AggregateError)
  expect(error).toMatchObject({
    message: '2 items failed',
    errors: [new Error('No 1'), new Error('No 3')],
  })
})
