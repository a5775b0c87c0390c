import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { byPerson } from '../access/actor.ts'
import type { EncryptedColumn } from '../encryption/columns.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { hashTypedEmail, recordSecurityEvent } from './record.ts'

test('stores a subnet, a browser name and a keyed hash, never the address of a client or a typed email', async () => {
  const server = await startTestServer()
  const { services } = server
  const person = await buildDeveloper(server)
  await recordSecurityEvent(services.db, services, byPerson(person.id), {
    kind: 'sign_in.failed',
    developer_id: person.id,
    client: { address: '203.0.113.77', userAgent: 'curl/8.0' },
    typed_email: person.email,
    details: { name: 'Build server' },
  })
  const [row] = await services.db.selectFrom('security_events').selectAll().execute()
  expect(row).toMatchObject({
    kind: 'sign_in.failed',
    developer_id: person.id,
    actor_kind: 'person',
    actor_id: person.id,
    network: '203.0.113.0/24',
    browser: 'curl',
    details: { name: 'Build server' },
  })
  expect(row?.typed_email_hash).toEqual(hashTypedEmail(services, person.email)[0])
  const other = { encryption: createEncryption<EncryptedColumn>([Buffer.alloc(32, 7)]) }
  expect(row?.typed_email_hash).not.toEqual(hashTypedEmail(other, person.email)[0])
})
