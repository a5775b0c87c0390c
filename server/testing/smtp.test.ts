import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'vitest'
import { startBrokenSmtp } from './smtp.ts'

test('a broken email server survives a client that resets its connection', async () => {
  const { url } = await startBrokenSmtp('never replies')
  // An unhandled error fails the run, even after the last test.
  for (let round = 0; round < 5; round += 1) {
    const client = connect(Number(new URL(url).port), '127.0.0.1')
    await once(client, 'data')
    client.write('DATA\r\n')
    await once(client, 'data')
    client.resetAndDestroy()
    await once(client, 'close')
  }
})
