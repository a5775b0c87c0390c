import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { deleteDeveloperApp, updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createClientSecret,
  resetAppSecret,
  updateClientSecret,
} from '@trestle/domain/credentials/contract.ts'
import { revokeAuthorizedApp, suspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { buildDeveloper, buildVersion } from './build.ts'
import { buildOauthApp, getUserTokens, requestOwnToken, userManifest, type OauthApp } from './oauth.ts'
import type { Client, TestServer } from './server.ts'

/** An app with a token that acts for a person and one that acts for the app itself. */
export interface EndingWorld {
  app: OauthApp
  owner: Client
  person: Client
  personId: number
  user: string
  own: string
}

export async function buildEndingWorld(server: TestServer): Promise<EndingWorld> {
  const app = await buildOauthApp(server)
  const { id: personId } = await buildDeveloper(server)
  const person = server.as({ id: personId })
  return {
    app,
    person,
    personId,
    owner: server.as({ id: app.app.owner_id }),
    user: (await getUserTokens(server, person, app)).access,
    own: (await requestOwnToken(server, app)).body.access_token,
  }
}

/** Whether each of the two tokens has ended. */
interface Ends {
  user: boolean
  own: boolean
}
const both: Ends = { user: true, own: true }

const buildStaff = async (server: TestServer): Promise<Client> =>
  server.as(await buildDeveloper(server, { is_admin: true }))

/** Everything that ends tokens before they expire. */
export const endings: [
  what: string,
  end: (server: TestServer, world: EndingWorld) => Promise<unknown>,
  ends: Ends,
][] = [
  [
    'a reset',
    (_server, { app, owner }) =>
      owner.call(resetAppSecret, { params: { id: app.app.id }, body: { confirmed: true } }),
    both,
  ],
  [
    'a disabled secret',
    async (_server, { app, owner }) => {
      await owner.call(createClientSecret, { params: { id: app.app.id } })
      await owner.call(updateClientSecret, {
        params: { id: app.app.id, secret_id: app.secretId },
        body: { disabled: true },
      })
    },
    both,
  ],
  [
    'a deleted app',
    (_server, { app, owner }) => owner.call(deleteDeveloperApp, { params: { id: app.app.id } }),
    both,
  ],
  [
    'suspended credentials',
    async (server, { app }) => {
      const staff = await buildStaff(server)
      await staff.call(suspendCredentials, {
        params: { id: app.app.id },
        body: { environment: 'production', reason: 'Abuse' },
      })
    },
    both,
  ],
  [
    'a manifest without a service account',
    (server, { app }) =>
      buildVersion(server, app.app, {
        content: JSON.stringify(userManifest),
        versionable_type: 'ProductionEnvironment',
        created_at: new Date(Date.now() + 1000),
      }),
    { user: false, own: true },
  ],
  [
    'a switch to public',
    async (server, { app }) => {
      const staff = await buildStaff(server)
      const body = { confidential: false }
      await staff.call(updateAdminDeveloperApp, { params: { id: app.app.id }, body })
    },
    { user: false, own: true },
  ],
  [
    'a suspended person',
    async (server, { personId }) => {
      const staff = await buildStaff(server)
      await staff.call(suspendDeveloper, { params: { id: personId }, body: { reason: 'Abuse' } })
    },
    { user: true, own: false },
  ],
  [
    'a deleted account',
    async (server, { person, personId }) => {
      const { email } = await server.services.db
        .selectFrom('developers')
        .select('email')
        .where('id', '=', personId)
        .executeTakeFirstOrThrow()
      await person.call(deleteAccount, { body: { email } })
    },
    { user: true, own: false },
  ],
  [
    'a revoked authorization',
    (_server, { app, person }) => person.call(revokeAuthorizedApp, { params: { id: app.app.id } }),
    { user: true, own: false },
  ],
]
