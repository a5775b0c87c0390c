import { expect, test } from 'vitest'
import { createConfirmation } from './confirmation.ts'

test('several calls wait for one confirmation and continue together', async () => {
  const confirmation = createConfirmation()
  const calls = Promise.all([confirmation.ask(['password']), confirmation.ask(['password'])])
  expect(confirmation.read()).toEqual(['password'])
  confirmation.finish()
  await expect(calls).resolves.toEqual([true, true])
  expect(confirmation.read()).toEqual([])
})

test('calls learn that the user canceled', async () => {
  const confirmation = createConfirmation()
  const calls = Promise.all([confirmation.ask(['password']), confirmation.ask(['password'])])
  confirmation.cancel()
  await expect(calls).resolves.toEqual([false, false])
})

test('a canceled call stops waiting, and one canceled beforehand opens no dialog', async () => {
  const confirmation = createConfirmation()
  const controller = new AbortController()
  const call = confirmation.ask(['password'], controller.signal)
  controller.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  const other = createConfirmation()
  await expect(other.ask(['password'], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(other.read()).toEqual([])
})
