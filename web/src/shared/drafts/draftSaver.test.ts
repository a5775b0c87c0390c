import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftSaver } from './draftSaver.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Creates a server whose calls wait until the test answers them. */
function makeServer(initial: string | null = null) {
  const calls: { draft: string | null; answer: (error?: Error) => Promise<void> }[] = []
  const receive = (draft: string | null) =>
    new Promise<void>((resolve, reject) =>
      calls.push({
        draft,
        answer: async (error) => {
          if (error) reject(error)
          else resolve()
          await vi.advanceTimersByTimeAsync(0)
        },
      }),
    )
  const onDeleted = vi.fn()
  const saver = createDraftSaver(initial, {
    put: receive,
    remove: () => receive(null),
    onDeleted,
    toOutcome: (error) =>
      error instanceof RangeError ? { retries: false, message: error.message } : { retries: true },
  })
  return { saver, calls, onDeleted, sent: () => calls.map(({ draft }) => draft) }
}

test('saves a draft within two seconds of the last keystroke', async () => {
  const { saver, calls, sent } = makeServer()
  saver.want('b')
  await vi.advanceTimersByTimeAsync(900)
  saver.want('be')
  await vi.advanceTimersByTimeAsync(900)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1100)
  expect(sent()).toEqual(['be'])
  expect(saver.read()).toEqual({ state: 'saving' })
  await calls[0]?.answer()
  expect(saver.read()).toEqual({ state: 'saved', at: 2900 })
})

test('saves what is typed during a call after it', async () => {
  const { saver, calls, sent } = makeServer()
  saver.want('b')
  await vi.advanceTimersByTimeAsync(1000)
  saver.want('be')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent()).toEqual(['b'])
  await calls[0]?.answer()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent()).toEqual(['b', 'be'])
})

test('a save of the form deletes the draft, even one being sent', async () => {
  const { saver, calls, sent } = makeServer()
  saver.want('b')
  await vi.advanceTimersByTimeAsync(1000)
  saver.want(null)
  expect(sent()).toEqual(['b'])
  await calls[0]?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent()).toEqual(['b', null])
  await calls[1]?.answer()
  expect(saver.read()).toEqual({ state: 'none' })
})

test('sends nothing more once the draft is gone, even if one is being sent', async () => {
  const { saver, calls, sent } = makeServer('b')
  saver.want('be')
  await vi.advanceTimersByTimeAsync(1000)
  saver.want('bea')
  saver.forget()
  saver.want(null)
  await calls[0]?.answer(new Error('The connection broke.'))
  await vi.advanceTimersByTimeAsync(minuteMs)
  saver.flush()
  expect(sent()).toEqual(['be'])
})

test('deletes a draft that may have arrived', async () => {
  const { saver, calls, sent } = makeServer()
  saver.want('b')
  await vi.advanceTimersByTimeAsync(1000)
  await calls[0]?.answer(new Error('The connection broke.'))
  saver.want(null)
  expect(sent()).toEqual(['b', null])
})

test('retries a draft that could not be saved, and a refused one once it changes', async () => {
  const { saver, calls, sent } = makeServer()
  saver.want('b')
  await vi.advanceTimersByTimeAsync(1000)
  await calls[0]?.answer(new Error('The connection broke.'))
  expect(saver.read()).toEqual({ state: 'waiting' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent()).toEqual(['b', 'b'])
  await calls[1]?.answer(new RangeError('The draft is too large.'))
  expect(saver.read()).toEqual({ state: 'refused', message: 'The draft is too large.' })
  await vi.advanceTimersByTimeAsync(minuteMs)
  saver.flush()
  expect(sent()).toHaveLength(2)
  saver.want('be')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent()).toEqual(['b', 'b', 'be'])
})

test('saves a draft that was refused once it is allowed again', async () => {
  const { saver, calls, sent } = makeServer()
  const type = async (draft: string, error?: Error) => {
    saver.want(draft)
    await vi.advanceTimersByTimeAsync(1000)
    await calls.at(-1)?.answer(error)
  }
  await type('b', new RangeError('The draft is too large.'))
  await type('be')
  await type('b')
  expect(sent()).toEqual(['b', 'be', 'b'])
})

test('a form that rerenders does not make a draft wait longer', async () => {
  const { saver, sent } = makeServer()
  saver.want('b')
  await vi.advanceTimersByTimeAsync(900)
  saver.want('b')
  await vi.advanceTimersByTimeAsync(100)
  expect(sent()).toEqual(['b'])
})

test('sends nothing for a draft that is already stored', async () => {
  const { saver, sent } = makeServer('b')
  saver.want('b')
  saver.flush()
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(sent()).toEqual([])
})

test('saves immediately when the page is hidden', () => {
  const { saver, sent } = makeServer()
  saver.want('b')
  saver.flush()
  expect(sent()).toEqual(['b'])
})

test('saves again what another tab deleted, unless nothing is typed here', async () => {
  const { saver, calls, sent } = makeServer()
  saver.saveAgain()
  saver.want('b')
  await vi.advanceTimersByTimeAsync(1000)
  await calls[0]?.answer()
  saver.saveAgain()
  expect(sent()).toEqual(['b', 'b'])
  await calls[1]?.answer()
  saver.want(null)
  await calls[2]?.answer()
  saver.saveAgain()
  expect(sent()).toEqual(['b', 'b', null])
})

test('says that the draft is deleted, after its deletion or after a save before the first backup', async () => {
  const { saver, calls, sent, onDeleted } = makeServer()
  saver.want('b')
  saver.want(null)
  expect(sent()).toEqual([])
  expect(onDeleted).toHaveBeenCalledTimes(1)
  saver.want('be')
  await vi.advanceTimersByTimeAsync(1000)
  await calls[0]?.answer()
  saver.want(null)
  expect(onDeleted).toHaveBeenCalledTimes(1)
  await calls[1]?.answer()
  expect(onDeleted).toHaveBeenCalledTimes(2)
})
