import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { findFreePort, startPostgres } from './postgres.ts'

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

test('finds ports that no outgoing connection gets before a process listens on them', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, findFreePort))
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

test('ends a stopped server', async () => {
  const { url, stop } = await startPostgres()
  expect(await connects(url)).toBe(true)
  await stop()
  expect(await connects(url)).toBe(false)
})

test('ends the server of killed tests and deletes its folder', async () => {
  const module = JSON.stringify(new URL('./postgres.ts', import.meta.url).href)
  const program = `const { startPostgres } = await import(${module})
    console.log((await startPostgres()).url)
    setInterval(() => {}, 1000)`
  const tests = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) =>
    tests.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  const data = rows[0]?.data_directory ?? ''
  expect(existsSync(data)).toBe(true)
  tests.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(data)).toBe(false), { timeout: 30_000, interval: 50 })
  expect(await connects(url)).toBe(false)
})
