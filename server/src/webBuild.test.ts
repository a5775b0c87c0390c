import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newFolder } from '../testing/folders.ts'
import { startTestServer, type Client } from '../testing/server.ts'
import { findBuildProblem, openWebBuild } from './webBuild.ts'

const page = (script: string) =>
  `<html><head><title>T</title><!--bootstrap--></head><body><div id="root"></div><script src="/assets/${script}"></script></body></html>`

const makeBuild = () => newFolder({ 'index.html': page('index-one.js'), 'assets/index-one.js': 'one' })

const buildOfPage = async (client: Client): Promise<unknown> => {
  const block = /id="bootstrap">(.*?)<\/script>/.exec((await client.get('/signin')).text)?.[1]
  return (JSON.parse(block ?? '{}') as { build?: unknown }).build
}
const buildOfReply = async (client: Client) => (await client.call(getSession)).headers['x-build']

test('names the current build in every page and reply, even after a new build', async () => {
  const webFolder = await makeBuild()
  const server = await startTestServer({ webFolder })
  const client = server.anonymous()
  const first = await buildOfPage(client)
  expect(first).toMatch(/^[\da-f]{12}$/)
  expect(await buildOfReply(client)).toBe(first)
  expect((await client.get('/api/v1/nowhere')).headers['x-build']).toBe(first)
  expect((await client.get('/%61pi/v1/session')).headers['x-build']).toBe(first)

  await writeFile(join(webFolder, 'index.html'), page('index-two.js'))
  const second = await buildOfPage(client)
  expect(second).not.toBe(first)
  expect(await buildOfReply(client)).toBe(second)
})

test('reads the files of a build again only after a change', async () => {
  const folder = await newFolder({ 'index.html': page('one.js'), 'pageFiles.json': '{}' })
  const file = join(folder, 'pageFiles.json')
  const files = (script: string) => ({ apps: { scripts: [script], styles: [] } })
  const replace = (script: string) => writeFile(file, JSON.stringify(files(script)))
  // Only an old change has another time than the next one.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minuteMs)
  onTestFinished(() => now.mockRestore())
  const web = await openWebBuild(folder)
  await replace('one.js')
  const first = await web.readPageFiles()
  expect(first).toEqual(files('one.js'))
  expect(await web.readPageFiles()).toBe(first)
  await replace('other.js')
  expect(await web.readPageFiles()).toEqual(files('other.js'))
  await rm(file)
  expect(await web.readPageFiles()).toEqual({})
})

test("reports a build that can't be read, instead of one that is missing", async () => {
  const folder = await newFolder({ 'index.html/file': '', 'pageFiles.json/file': '' })
  const web = await openWebBuild(folder)
  expect(await findBuildProblem(web)).toMatch(/^The build of the web app can't be loaded: EISDIR/)
  await expect(web.readTemplate()).rejects.toThrow('EISDIR')
  await expect(web.readPageFiles()).rejects.toThrow('EISDIR')
  expect(await findBuildProblem(await openWebBuild(await newFolder({})))).toMatch(/is not built/)
})

test('reads a file each time shortly after a change', async () => {
  const folder = await newFolder({ 'index.html': page('one.js'), 'pageFiles.json': '{}' })
  const web = await openWebBuild(folder)
  expect(await web.readPageFiles()).not.toBe(await web.readPageFiles())
})

test('gives two servers with the same build the same id', async () => {
  const [one, other] = await Promise.all([makeBuild(), makeBuild()])
  const servers = await Promise.all([one, other].map((webFolder) => startTestServer({ webFolder })))
  const [first, second] = await Promise.all(servers.map((server) => buildOfPage(server.anonymous())))
  expect(first).toBe(second)
})

test('allows caching assets for a year, including those of an earlier build, but not a missing one', async () => {
  const webFolder = await makeBuild()
  await writeFile(join(webFolder, 'assets/page-old.js'), 'old')
  const client = (await startTestServer({ webFolder })).anonymous()
  for (const [file, text] of [
    ['index-one.js', 'one'],
    ['page-old.js', 'old'],
  ]) {
    const reply = await client.get(`/assets/${file}`)
    expect([reply.status, reply.text]).toEqual([200, text])
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  const missing = await client.get('/assets/page-never.js')
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
})
