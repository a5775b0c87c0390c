// A bare Node server: runs the statements of a call in order on one connection and returns the rows of the last one
// that returned any. Reads its calls from a file, so that it can run in its own process, like the portal.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '../server/src/db/pool.ts'

export interface BareCalls {
  databaseUrl: string
  calls: { text: string; values: unknown[] }[][]
}

const { databaseUrl, calls } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareCalls
const { pool } = await openDatabase({ databaseUrl, dataDir: '', log: () => undefined })

async function run(call: BareCalls['calls'][number]): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    let answer: unknown[] = []
    for (const { text, values } of call) {
      const { rows } = await client.query<Record<string, unknown>>(text, values)
      if (rows.length > 0) answer = rows
    }
    return answer
  } finally {
    client.release()
  }
}

const server = createServer((request, response) => {
  run(calls[Number(request.url?.slice(1))] ?? []).then(
    (rows) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
