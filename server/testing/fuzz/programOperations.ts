import { RfiInput, RfiUpdate } from '@trestle/domain/platformApi/contract.ts'
import { sandboxOperations, sandboxPrefix } from '@trestle/domain/platformApi/operations.ts'
import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import { z } from 'zod'
import { libraryRoutes } from '../../src/oauth/createProvider.ts'
import { challenge, redirectUri, verifier } from '../oauth.ts'
import type { Operation, Parameter } from './requests.ts'
import type { Schema } from './values.ts'

const text: Schema = { type: 'string' }
const choice = (...values: string[]): Schema => ({ enum: values })

/** The credentials and tokens of an environment, as `addCredentials` collects them. */
const pooled = (environment: CredentialEnvironment, name: string): Schema => ({
  ...text,
  pooledAs: `${environment}_${name}`,
})

const header = (name: string, schema: Schema, required = false): Parameter => ({
  name,
  in: 'header',
  required,
  schema,
})

const form = (properties: Record<string, Schema>, required: string[] = []) => ({
  requestBody: {
    content: {
      'application/x-www-form-urlencoded': { schema: { type: 'object' as const, properties, required } },
    },
  },
})

/** Lists the operations of an environment's OAuth server. */
function listOauth(environment: CredentialEnvironment): Operation[] {
  const prefix = environmentPath(environment)
  const operation = (
    method: string,
    path: string,
    rest: Pick<Operation, 'parameters' | 'requestBody'> = {},
  ): Operation => ({ method, path, operationId: `${environment} ${path}`, security: [], ...rest })
  const ofEnvironment = (name: string) => pooled(environment, name)
  const basic = [header('authorization', ofEnvironment('basic'))]
  const client = { client_id: ofEnvironment('client_id'), client_secret: ofEnvironment('client_secret') }
  const authorization: Record<string, Schema> = {
    response_type: choice('code', 'token', 'code id_token'),
    client_id: ofEnvironment('client_id'),
    redirect_uri: choice(redirectUri, outOfBandUri, 'http://localhost:7/cb', 'javascript:window.fuzzed=1'),
    state: text,
    scope: choice('', 'openid', 'platform'),
    code_challenge: choice(challenge),
    code_challenge_method: choice('S256', 'plain'),
    prompt: choice('none', 'login', 'consent'),
    response_mode: choice('query', 'fragment', 'form_post'),
    request_uri: ofEnvironment('request_uri'),
  }
  const token = {
    token: { anyOf: [ofEnvironment('access_token'), ofEnvironment('refresh_token')] },
    token_type_hint: choice('access_token', 'refresh_token'),
  }
  const query = Object.entries(authorization).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: ['client_id', 'response_type', 'redirect_uri'].includes(name),
    schema,
  }))
  return [
    operation('GET', `${prefix}${libraryRoutes.authorization}`, { parameters: query }),
    operation('GET', `${prefix}${libraryRoutes.authorization}/{interaction}`),
    operation('POST', `${prefix}${libraryRoutes.token}`, {
      parameters: basic,
      ...form(
        {
          grant_type: choice('client_credentials', 'refresh_token', 'authorization_code'),
          refresh_token: ofEnvironment('refresh_token'),
          code: ofEnvironment('code'),
          redirect_uri: choice(redirectUri),
          code_verifier: choice(verifier),
          ...client,
        },
        ['grant_type'],
      ),
    }),
    operation('POST', `${prefix}${libraryRoutes.revocation}`, {
      parameters: basic,
      ...form(token, ['token']),
    }),
    operation('POST', `${prefix}${libraryRoutes.introspection}`, {
      parameters: basic,
      ...form(token, ['token']),
    }),
    operation('POST', `${prefix}${libraryRoutes.pushed_authorization_request}`, {
      parameters: basic,
      ...form({ ...authorization, client_secret: client.client_secret }, [
        'client_id',
        'response_type',
        'redirect_uri',
      ]),
    }),
    operation('GET', `${prefix}/oauth/token/info`, {
      parameters: [header('authorization', ofEnvironment('bearer'), true), header('origin', text)],
    }),
    operation('GET', `${prefix}/oauth/jwks`),
    operation('GET', `${prefix}/oauth/code`, { parameters: [{ name: 'error', in: 'query', schema: text }] }),
    operation('GET', `/.well-known/oauth-authorization-server${prefix}`),
  ]
}

const bodies: Record<string, z.ZodType> = { create_rfi: RfiInput, update_rfi: RfiUpdate }

const toSchema = (contract: z.ZodType): Schema =>
  // The fuzzer reads the part of JSON Schema that the contracts use.
  z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema

/** Lists the operations of the API that apps open in the sandbox. */
const listPlatformApi = (): Operation[] =>
  sandboxOperations.map(({ id, method, path }) => ({
    method,
    path: `${sandboxPrefix}${path}`,
    operationId: id,
    security: [],
    parameters: [
      { name: 'company_id', in: 'path', schema: pooled('sandbox', 'company_id') },
      { name: 'project_id', in: 'path', schema: { ...text, pooledAs: 'projects' } },
      header('authorization', pooled('sandbox', 'bearer'), true),
      header('x-company-id', pooled('sandbox', 'company_id'), true),
      header('idempotency-key', text),
      { name: 'page', in: 'query', schema: { type: 'integer' } },
      { name: 'per_page', in: 'query', schema: { type: 'integer' } },
      { name: 'sort', in: 'query', schema: choice('name', '-number', 'updated_at') },
    ],
    ...(bodies[id] && { requestBody: { content: { 'application/json': { schema: toSchema(bodies[id]) } } } }),
  }))

/** Lists the operations that developers' apps call. The OpenAPI document only has those below `/api`. */
export const listProgramOperations = (): Operation[] => [
  ...listOauth('production'),
  ...listOauth('sandbox'),
  ...listPlatformApi(),
]
