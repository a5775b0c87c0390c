// A bare oidc-provider with its in-memory adapter: one confidential client, the same JWTs as the portal issues. Runs in
// its own process, like the portal. `/mint?count=8` returns new refresh tokens, each with its own grant. `/row` reads
// one row of the database at the address in the first argument.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'
import { openDatabase } from '../server/src/db/pool.ts'
import { bareClient, opaquePath, rowPath } from './oauthCalls.ts'

const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const { privateKey } = await generateKeyPair('ES256', { extractable: true })

const audience = `${url}/rest`
/** The library refuses to introspect signed tokens, so it issues others for this resource. */
const opaqueAudience = `${url}${opaquePath}`
const day = 86_400

const configuration: Configuration = {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'bench' }] },
  clients: [
    {
      client_id: bareClient.id,
      client_secret: bareClient.secret,
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      redirect_uris: ['https://crane.example/cb'],
    },
  ],
  // The same as the portal's.
  routes: { token: '/oauth/token', introspection: '/oauth/introspect' },
  scopes: [],
  claims: {},
  responseTypes: ['code'],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  ttl: {
    AccessToken: 5400,
    ClientCredentials: 5400,
    RefreshToken: 180 * day,
    Grant: 180 * day,
  },
  expiresWithSession: () => false,
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  extraTokenClaims: (_ctx, token) => ({
    gen: 0,
    sec: 1,
    app_version_id: '0d2f8c1e-6a7b-4c3d-9e0f-1a2b3c4d5e6f',
    ...(token.kind === 'AccessToken'
      ? { gid: token.grantId }
      : { permissions: { company: { directory: 'readonly' }, project: { rfi: 'standard' } } }),
  }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => ({
        scope: 'platform',
        audience: resource,
        accessTokenTTL: 5400,
        accessTokenFormat: resource === opaqueAudience ? 'opaque' : 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
}

const provider = new Provider(url, configuration)
const handle = provider.callback()

async function mint(): Promise<string> {
  const client = await provider.Client.find(bareClient.id)
  if (!client) throw new Error('The bare server has no client.')
  const grant = new provider.Grant({ accountId: '1', clientId: client.clientId })
  grant.addResourceScope(audience, 'platform')
  const grantId = await grant.save()
  const token = new provider.RefreshToken({
    client,
    accountId: '1',
    grantId,
    gty: 'authorization_code',
    scope: 'platform',
    resource: audience,
    rotations: 0,
    iiat: Math.floor(Date.now() / 1000),
  })
  return token.save()
}

const { pool } = await openDatabase({ databaseUrl: process.argv[2] ?? '', dataDir: '', log: () => undefined })

const readRow = async (): Promise<string> => {
  const { rows } = await pool.query(
    '/* prepared: row */ select id, internal_name from developer_apps where id = $1',
    [1],
  )
  return JSON.stringify(rows)
}

server.on('request', (request, response) => {
  if (request.url === rowPath) {
    return void readRow().then(
      (json) => response.setHeader('content-type', 'application/json').end(json),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }
  const count = /^\/mint\?count=(\d+)$/.exec(request.url ?? '')?.[1]
  if (count === undefined) return void handle(request, response)
  Promise.all(Array.from({ length: Number(count) }, mint)).then(
    (tokens) => response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
console.log(url)
