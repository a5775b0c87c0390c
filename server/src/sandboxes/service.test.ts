import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnFreePort } from '../../../scripts/testing/listenOnFreePort.ts'
import { listBlocks } from '../../../scripts/testing/markdown.ts'
import { buildDeveloper } from '../../testing/build.ts'
import { drainRetries, listSandboxes } from '../../testing/sandboxes.ts'
import { startTestServer } from '../../testing/server.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import { createHttpService } from './httpService.ts'
import type { SandboxRequest } from './service.ts'
import { createSimulator } from './simulator.ts'

const request: SandboxRequest = {
  key: 'sandbox-7',
  app_id: 7,
  app_name: 'Site Sync',
  owner_email: 'owner@example.test',
  redirect_uri: 'http://localhost',
}

test('the simulator returns the same sandbox for the same key and refuses the configured names', async () => {
  const simulator = createSimulator('Doomed')
  expect(await simulator.build(request)).toEqual(await simulator.build({ ...request, app_name: 'Other' }))
  expect(await simulator.build(request)).not.toEqual(await simulator.build({ ...request, key: 'sandbox-8' }))
  await expect(simulator.build({ ...request, app_name: 'Doomed one' })).rejects.toThrow('Doomed')
})

interface ReceivedRequest {
  headers: IncomingMessage['headers']
  url: string | undefined
  body: unknown
}

/** Starts a sandbox service that responds to each request with the next of these replies. */
async function startService(
  answers: { status: number; body: unknown }[],
): Promise<{ url: string; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = []
  const service: Server = createServer((incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      requests.push({
        headers: incoming.headers,
        url: incoming.url,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      })
      const answer = answers[Math.min(requests.length, answers.length) - 1]
      reply.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(answer?.body))
    })
  })
  const port = await listenOnFreePort(service)
  onTestFinished(() => new Promise<void>((resolve) => void service.close(() => resolve())))
  return { url: `http://127.0.0.1:${port}`, requests }
}

const built = {
  company_id: 4242,
  url: 'https://sandbox.example.test/4242/company/home',
  app_id: 'client-id-of-the-sandbox',
  procore_app_id: 99,
}

test('sends the same key to SANDBOX_SERVICE_URL with every attempt, and retries after an invalid answer', async () => {
  const { url, requests } = await startService([
    { status: 503, body: {} },
    { status: 200, body: { ...built, url: 'javascript:alert(1)' } },
    { status: 201, body: built },
  ])
  const server = await startTestServer({
    env: { SANDBOX_SERVICE_URL: `${url}/`, SANDBOX_SERVICE_TOKEN: 'service-token' },
  })
  const owner = await buildDeveloper(server)
  const { body: app } = await server.as(owner).call(createDeveloperApp, { body: { internal_name: 'Served' } })
  await drainRetries(server)
  const [row] = await listSandboxes(server, app.id)
  expect(row).toMatchObject({ ...built, procore_app_id: '99', status: 'live' })
  expect(requests).toHaveLength(3)
  for (const call of requests) {
    expect(call.url).toBe('/sandboxes')
    expect(call.headers).toMatchObject({
      'idempotency-key': `sandbox-${row?.id}`,
      authorization: 'Bearer service-token',
    })
    expect(call.body).toEqual({
      app_id: app.id,
      app_name: 'Served',
      owner_email: owner.email,
      redirect_uri: 'http://localhost',
    })
  }
})

test('a service that never answers correctly leads to a failed sandbox', async () => {
  const { url, requests } = await startService([{ status: 500, body: {} }])
  const server = await startTestServer({ env: { SANDBOX_SERVICE_URL: url } })
  const owner = await buildDeveloper(server)
  const { body: app } = await server
    .as(owner)
    .call(createDeveloperApp, { body: { internal_name: 'Unserved' } })
  await drainRetries(server)
  expect((await listSandboxes(server, app.id))[0]?.status).toBe('failed')
  expect(requests).toHaveLength(7)
  expect(requests[0]?.headers['authorization']).toBeUndefined()
})

test.each([
  [{ id: 'x' }, 'has no company_id, url, app_id, procore_app_id'],
  [{ ...built, url: undefined, company_id: '4242' }, 'has no url and an unusable company_id'],
])(
  'a service that replies with %j gets a message that names the service and its fields',
  async (body, fault) => {
    const { url } = await startService([{ status: 200, body }])
    const service = createHttpService(url, '', createOutgoing({ ALLOW_PRIVATE_OUTGOING: true }))
    await expect(service.build(request)).rejects.toThrow(
      new Error(`The sandbox service's reply to POST /sandboxes ${fault}`),
    )
  },
)

test('the request and the reply in docs/sandbox-service.md are those of the API', async () => {
  const page = await readFile(new URL('../../../docs/sandbox-service.md', import.meta.url), 'utf8')
  const [example, reply] = listBlocks(page, 'json').map((block) => JSON.parse(block) as object)
  const { url, requests } = await startService([{ status: 200, body: reply }])
  const { key, ...fields } = request
  const service = createHttpService(url, '', createOutgoing({ ALLOW_PRIVATE_OUTGOING: true }))
  expect(await service.build({ key, ...fields })).toEqual({ ...built, ...reply, procore_app_id: '99' })
  expect(requests[0]?.body).toEqual(fields)
  expect(Object.keys(example ?? {})).toEqual(Object.keys(fields))
})
