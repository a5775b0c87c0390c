import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { credentialEnvironments } from '@trestle/domain/oauth/environments.ts'
import { createServiceToken } from '../../src/accounts/serviceToken.ts'
import { buildApp, type AppRow, type DeveloperRow } from '../build.ts'
import { buildPersonalToken } from '../personalTokens.ts'
import type { Client, TestServer } from '../server.ts'
import { addCredentials } from './credentials.ts'
import type { Collector } from './pool.ts'

export interface Role {
  name: string
  client: Client
  headers: Record<string, string>
  /** The person whose session the client has. */
  person?: DeveloperRow
}

const tokenRole = 'personal access token'

/** Returns a visitor, a service, a program with a personal access token, and the demo accounts. */
export async function openRoles(server: TestServer): Promise<Role[]> {
  const developers = await server.services.db.selectFrom('developers').selectAll().orderBy('id').execute()
  const people = developers
    .filter(({ email }) => email.endsWith('@demo.test'))
    .map((person) => ({ name: person.email, client: server.as(person), headers: {}, person }))
  const authorization = `Bearer ${await createServiceToken(server.services, 'fuzzer', { scopes: serviceScopes })}`
  return [
    { name: 'visitor', client: server.anonymous(), headers: {} },
    { name: 'service', client: server.anonymous(), headers: { authorization } },
    { name: tokenRole, client: server.anonymous(), headers: {} },
    ...people,
  ]
}

/** Restores the accounts and tokens of the roles, and gives the people another app. */
export async function repair(server: TestServer, roles: Role[]): Promise<void> {
  const { db } = server.services
  const people = roles.flatMap(({ person }) => person ?? [])
  for (const { id, email, email_confirmed_at, is_admin, is_employee, is_partner } of people) {
    const access = { email, email_confirmed_at, is_admin, is_employee, is_partner }
    await db.updateTable('developers').set(access).where('id', '=', id).execute()
    await db.deleteFrom('suspensions').where('developer_id', '=', id).execute()
  }
  const [owner, admin, developer] = people
  if (!owner || !admin || !developer) throw new Error('The demo data has other accounts.')
  await replaceToken(server, roles, owner)
  await addTeam(server, await buildApp(server, { owner_id: owner.id }), [admin, developer])
}

/** Gives the people another app of each environment that can get tokens. */
export async function addOauthApps(server: TestServer, roles: Role[], pool: Collector): Promise<void> {
  const [owner, ...others] = roles.flatMap(({ person }) => person ?? [])
  if (!owner) throw new Error('The demo data has other accounts.')
  for (const environment of credentialEnvironments) {
    const { app } = await addCredentials(server, owner, environment, pool)
    await addTeam(server, app, others)
  }
}

async function addTeam(
  { services }: TestServer,
  app: AppRow,
  [admin, developer]: { id: number }[],
): Promise<void> {
  if (!admin || !developer) throw new Error('The demo data has other accounts.')
  const at = { created_at: app.created_at, updated_at: app.updated_at }
  await services.db
    .insertInto('collaborators')
    .values([
      { app_id: app.id, developer_id: admin.id, role: 'admin', ...at },
      { app_id: app.id, developer_id: developer.id, role: 'developer', ...at },
    ])
    .execute()
}

/** Gives the program a new token, because the previous one may be revoked and a person can have only so many. */
async function replaceToken(server: TestServer, roles: Role[], owner: DeveloperRow): Promise<void> {
  const role = roles.find(({ name }) => name === tokenRole)
  if (!role) return
  await server.services.db.deleteFrom('personal_access_tokens').where('name', '=', tokenRole).execute()
  const { token } = await buildPersonalToken(server, owner, { name: tokenRole })
  role.client = server.bearer(token)
}
