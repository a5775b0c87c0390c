import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tokenActions } from '@trestle/domain/access/tokenActions.ts'
import { getDocumentation } from '@trestle/domain/documentation/contract.ts'
import { listManifests } from '@trestle/domain/manifests/contract.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const run = promisify(execFile)

let body = ''
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  const page = await server.anonymous().call(getDocumentation, { params: { slug: 'releasing-from-ci' } })
  body = page.body.body
  return () => server.close()
})

/** Returns the page's code blocks in a language, as readers copy them. */
const blocks = (language: string): string[] =>
  [...body.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code]) =>
    name === language && code !== undefined ? [code] : [],
  )

async function prepare() {
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const { token } = await buildPersonalToken(server, owner, {
    actions: ['manifest.view', 'manifest.edit'],
    app_ids: [app.id],
  })
  const folder = await newFolder()
  await writeFile(join(folder, 'manifest.json'), blocks('json')[0] ?? '')
  const env = {
    PATH: process.env.PATH,
    PORTAL_URL: server.app.listeningOrigin,
    PORTAL_TOKEN: token,
    APP_ID: String(app.id),
    VERSION: '1.4.0',
    RELEASE_NOTES: 'Drawings beside the "daily log"',
    BUILD_ID: '4711',
  }
  const execute = (script: string[]) =>
    run('bash', ['--norc', '-euo', 'pipefail', '-c', script.join('\n')], { cwd: folder, env })
  const listVersions = async () => {
    const query = { filters: { developer_app_id: app.id } }
    return (await server.as(owner).call(listManifests, { query })).body
  }
  return { owner, app, folder, execute, listVersions }
}

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})

test('the script of the guide releases a version, and can be repeated', async () => {
  const script = blocks('sh')
  expect(script).toHaveLength(5)
  const { execute, listVersions } = await prepare()
  const { stdout } = await execute(script)
  expect(stdout).toContain('Created version 1.4.0 with the key ')
  expect(stdout).toContain('The version is now in_review')
  const versions = await listVersions()
  expect(versions).toMatchObject([
    {
      versionable_type: 'ProductionEnvironment',
      semantic_version: '1.4.0',
      state: 'in_review',
      changelog: 'Drawings beside the "daily log"',
    },
    { versionable_type: 'Sandbox', semantic_version: '1.4.0' },
  ])

  // A repeated build gets the replies of the first one, and finds that the version is submitted.
  expect((await execute(script)).stdout).toBe(stdout)
  expect(await listVersions()).toEqual(versions)
})

test('the script stops at a manifest that cannot be saved', async () => {
  const { folder, execute, listVersions } = await prepare()
  await writeFile(join(folder, 'manifest.json'), '{"schema_version": "4.1", "fullscreen": {}}')
  await expect(execute(blocks('sh'))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('source_url'),
  })
  expect(await listVersions()).toEqual([])
})

test('the guide lists every action of a token', () => {
  const [, table = ''] = /\| Action \| Allows \|\n(.*?)\n\n/s.exec(body) ?? []
  const listed = [...table.matchAll(/`([\w.]+)`/g)].map(([, action]) => action ?? '')
  expect(listed.toSorted()).toEqual([...tokenActions].toSorted())
})
