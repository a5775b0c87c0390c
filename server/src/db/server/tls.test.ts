import { chownSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../testing/command.ts'
import { serverIdentity, startPostgres } from '../../../testing/postgres.ts'
import { createCertificate } from '../../../testing/topology.ts'

/** Starts a PostgreSQL that can encrypt connections, with a certificate of localhost that no public authority signed. */
async function startEncrypted() {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const certificate = await createCertificate()
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const { rows } = await admin.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const file = join(rows[0]?.folder ?? '', 'server.pem')
  copyFileSync(certificate, file)
  const identity = serverIdentity()
  if (identity) chownSync(file, identity.uid, identity.gid)
  for (const setting of [`ssl_cert_file = 'server.pem'`, `ssl_key_file = 'server.pem'`, 'ssl = on']) {
    await admin.query(`alter system set ${setting}`)
  }
  await admin.query('select pg_reload_conf()')
  await expect.poll(async () => (await admin.query('show ssl')).rows).toEqual([{ ssl: 'on' }])
  await admin.end()
  /** Returns a command's report about the database at this host name, and its error output. */
  return async (host: string, parameters: string) => {
    const url = new URL(`${postgres.url}?${parameters.replace('CA', certificate)}`)
    url.hostname = host
    const { out, err } = await runCommand({ DATABASE_URL: url.href }, 'doctor')
    const warned = /^! The certificate of localhost ends on /m.test(out)
    return [/^. (The database (?:is|at).*)$/m.exec(out)?.[1], err, warned]
  }
}

/** The certificate ends in a day. Only where it is verified does that matter. */
const encrypted = (warned: boolean) => [
  expect.stringMatching(/^The database is PostgreSQL .+ over TLS\.$/),
  '',
  warned,
]
const unencrypted = [expect.stringMatching(/^The database is PostgreSQL [^T]+\.$/), '', false]
const refused = (reason: string) => [
  expect.stringMatching(new RegExp(`^The database at DATABASE_URL can't be used: .*${reason}`)),
  '',
  false,
]

test(
  'each sslmode verifies what the documentation says, without a warning',
  { timeout: 90_000 },
  async () => {
    const check = await startEncrypted()
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      expect(await check('localhost', `sslmode=${mode}&sslrootcert=CA`), mode).toEqual(encrypted(true))
      expect(await check('127.0.0.1', `sslmode=${mode}&sslrootcert=CA`), mode).toEqual(
        refused('127\\.0\\.0\\.1 is not in the cert'),
      )
      expect(await check('localhost', `sslmode=${mode}`), mode).toEqual(refused('self-signed certificate'))
    }
    expect(await check('127.0.0.1', 'sslmode=no-verify')).toEqual(encrypted(false))
    expect(await check('127.0.0.1', 'uselibpqcompat=true&sslmode=require')).toEqual(encrypted(false))
    expect(await check('127.0.0.1', 'sslmode=disable')).toEqual(unencrypted)
  },
)
