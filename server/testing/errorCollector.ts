import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A Sentry-compatible service that stores what it is sent, until the test is finished. */
export async function startErrorCollector(): Promise<{ dsn: string; received: string[] }> {
  const received: string[] = []
  const collector = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void collector.close())
  const { port } = collector.address() as AddressInfo
  return { dsn: `http://key@127.0.0.1:${port}/1`, received }
}
