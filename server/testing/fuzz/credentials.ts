import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  getUserTokens,
  openAuthorize,
  postForm,
  redirectUri,
  requestOwnToken,
  serviceManifest,
  type OauthApp,
} from '../oauth.ts'
import type { Client, TestServer } from '../server.ts'
import type { Collector } from './pool.ts'

const manifest = {
  ...serviceManifest,
  permissions: { company: { home: 'readonly' }, project: { rfi: 'standard' } },
}

/** Gives someone an app with credentials and tokens of an environment, and collects them. */
export async function addCredentials(
  server: TestServer,
  person: { id: number },
  environment: CredentialEnvironment,
  pool: Collector,
): Promise<OauthApp> {
  const client = server.asAgain(person)
  const app = await buildOauthApp(server, { environment, manifest, app: { owner_id: person.id } })
  const { body: own } = await requestOwnToken(server, app)
  const tokens = await getUserTokens(server, client, app)
  const { code } = await authorize(client, app)
  const sandbox = await server.services.db
    .selectFrom('sandboxes')
    .select('company_id')
    .where('developer_app_id', '=', app.app.id)
    .executeTakeFirstOrThrow()
  // Only the newest, because credentials, tokens and companies of different apps don't fit together.
  const collected = {
    client_id: [app.clientId],
    client_secret: [app.secret],
    basic: [basic(app.clientId, app.secret)],
    bearer: [own.access_token, tokens.access].map((token) => `Bearer ${token}`),
    access_token: [tokens.access],
    refresh_token: [tokens.refresh],
    code: [code],
    company_id: [sandbox.company_id],
    request_uri: [await pushRequest(server, app)],
  }
  for (const [name, values] of Object.entries(collected)) pool.set(`${environment}_${name}`, values)
  const interaction = await openConsent(client, app)
  pool.set('interaction', [interaction])
  pool.set('request', [interaction])
  return app
}

async function pushRequest(server: TestServer, { clientId, secret, environment }: OauthApp): Promise<string> {
  const { body } = await postForm(
    server,
    `${environmentPath(environment)}/oauth/par`,
    { response_type: 'code', client_id: clientId, redirect_uri: redirectUri },
    { authorization: basic(clientId, secret) },
  )
  return body.request_uri
}

/** Returns the id of a request that is waiting on the consent page. */
async function openConsent(client: Client, app: OauthApp): Promise<string> {
  const { headers } = await openAuthorize(client, app, { prompt: 'consent' })
  return /\/consent\/([\w-]+)$/.exec(String(headers.location))?.[1] ?? ''
}
