import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { confirmEmail, register } from '@trestle/domain/accounts/contract.ts'
import { createDeveloperApp, getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { createManifest } from '@trestle/domain/manifests/contract.ts'
import { resetSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import { expect, test } from 'vitest'
import { password } from '../../testing/build.ts'
import { readMailedToken } from '../../testing/emails.ts'
import { startOauthServer } from '../../testing/oauth.ts'
import type { TestServer } from '../../testing/server.ts'

const page = new URL('../../../content/documentation/first-api-call.md', import.meta.url)

async function readBlocks(language: string): Promise<string[]> {
  const blocks = (await readFile(page, 'utf8')).matchAll(/```(\w+)\n(.*?)```/gs)
  return [...blocks].filter(([, name]) => name === language).map(([, , block = '']) => block)
}

/** Follows the page's instructions in the portal, and returns the values that it says to copy. */
async function prepareApp(server: TestServer) {
  const email = 'first@example.test'
  await server.anonymous().call(register, {
    body: {
      email,
      password,
      password_confirmation: password,
      first_name: 'Amara',
      last_name: 'Okafor',
      terms_accepted: true,
    },
  })
  const client = server.anonymous()
  const token = await readMailedToken(server, email, 'confirm_email')
  await client.call(confirmEmail, { body: { token, password } })
  const { id } = await server.services.db
    .selectFrom('developers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const owner = server.as({ id })
  const { body: app } = await owner.call(createDeveloperApp, { body: { internal_name: 'Crane Log' } })
  await server.drainJobs()
  const [manifest = ''] = await readBlocks('json')
  await owner.call(createManifest, {
    body: {
      developer_app_id: app.id,
      semantic_version: '0.1.0',
      manifest: { content: JSON.parse(manifest) },
    },
  })
  const { body: shown } = await owner.call(getDeveloperApp, { params: { id: app.id } })
  const { sandbox } = shown
  if (!sandbox?.url) throw new Error('The sandbox is not live')
  const { body: credentials } = await owner.call(resetSandboxSecret, {
    params: { id: sandbox.id },
    body: { confirmed: true },
  })
  return { url: sandbox.url, credentials }
}

/** Runs commands in one shell as if typed, with these answers to its prompts. */
async function runShell(commands: string, answers: string[]): Promise<{ output: string; errors: string }> {
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', commands])
  shell.stdin.end(answers.map((answer) => `${answer}\n`).join(''))
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return { output, errors: shell.exitCode === 0 ? '' : `exit ${shell.exitCode}: ${errors}` }
}

test('the page about the first call leads to one', async () => {
  const server = await startOauthServer()
  const { url, credentials } = await prepareApp(server)
  const company = /\/(\d+)\//.exec(url)?.[1] ?? ''
  const answers = [server.services.settings.PUBLIC_URL, company, credentials.uid, credentials.secret]

  const blocks = await readBlocks('bash')
  expect(blocks).toHaveLength(4)
  const { output, errors } = await runShell([...blocks, ...blocks.slice(-1)].join('\n'), answers)
  expect(errors).toBe('')
  expect(output).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(output).toContain('"name":"Harbor Street Parking Structure"')
  // The last block ran twice and created one RFI.
  const rfis = await server.services.db
    .selectFrom('sandbox_rfis')
    .select('id')
    .where('subject', '=', 'My first RFI')
    .execute()
  expect(rfis).toHaveLength(1)
  expect(output.match(new RegExp(`"id": ${rfis[0]?.id},`, 'g'))).toHaveLength(2)
  await server.close()
})
