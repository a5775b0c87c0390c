import { expect, test } from 'vitest'
import { whenIdle } from './whenIdle.ts'

/** Runs one task after the other, so that the page is never idle. Returns a function that stops them. */
function keepBusy() {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    const end = performance.now() + 60
    while (performance.now() < end);
    port2.postMessage(null)
  })
  port1.start()
  port2.postMessage(null)
  return () => port1.close()
}

test('a task runs even if the page is never idle', async () => {
  const stop = keepBusy()
  await new Promise<void>((resolve) => whenIdle(resolve)).finally(stop)
})

test('a canceled task does not run', async () => {
  const ran: string[] = []
  whenIdle(() => ran.push('canceled'))()
  await new Promise<void>((resolve) => whenIdle(resolve))
  expect(ran).toEqual([])
})
