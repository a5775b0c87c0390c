import { expect, test } from 'vitest'
import { whenIdle } from './whenIdle.ts'

/** Keeps the page busy with tasks until it is told to stop. */
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

test('a task runs also if the page is never idle', async () => {
  const rest = keepBusy()
  await new Promise<void>((resolve) => whenIdle(resolve)).finally(rest)
})

test('a canceled task does not run', async () => {
  const ran: string[] = []
  whenIdle(() => ran.push('canceled'))()
  await new Promise<void>((resolve) => whenIdle(resolve))
  expect(ran).toEqual([])
})
