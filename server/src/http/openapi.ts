import type { BodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import type { Multipart } from '@trestle/domain/http/endpoint.ts'
import { isObject, type JsonObject } from '@trestle/domain/json/values.ts'
import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { idempotencyHours } from '@trestle/domain/http/idempotency.ts'
import { maxFound, totalRelations } from '@trestle/domain/http/paging.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sendValidated } from './etag.ts'

const pagingHeaders = {
  total: { description: 'The total number of rows', schema: { type: 'integer' } },
  'total-relation': {
    description: `\`eq\` if the total is exact. \`gte\` if more than ${maxFound} rows match a search: it counts and returns no more`,
    schema: { type: 'string', enum: totalRelations },
  },
  'per-page': { description: 'The number of rows per page', schema: { type: 'integer' } },
  page: { description: 'The number of this page', schema: { type: 'integer' } },
  link: {
    description: 'First, previous, next and last page (RFC 8288); no last page if the total is not exact',
    schema: { type: 'string' },
  },
}

/** The page that lists every error code (content/documentation/troubleshooting.md). */
const errorCodesPath = `${pageAddress('documentation', { page: 'troubleshooting' })}#how-errors-look`

// The plugin's own override drops members of unions that are not yet resolved, such as a number that may be digits.
const zodToJsonConfig = { unrepresentable: 'any', override: () => undefined } as const
const transform = createJsonSchemaTransform({ zodToJsonConfig })
const transformObject = createJsonSchemaTransformObject({ zodToJsonConfig })

/** Generates the OpenAPI 3.1 document of every mounted route from the contract that parses the calls. */
export async function describeApi(
  app: FastifyInstance,
  {
    publicUrl,
    platformName,
    version,
    sessionCookie,
  }: { publicUrl: string; platformName: string; version: string; sessionCookie: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${platformName} developer portal`,
        version,
        description:
          'The API of the developer portal. All errors have the same form. Rely on their `code`, not on their text.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      externalDocs: {
        description: 'Error codes and what to do about them',
        url: `${publicUrl}${errorCodesPath}`,
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in' },
          csrf: {
            type: 'apiKey',
            in: 'header',
            name: 'x-csrf-token',
            description: 'Required by every call that changes data. `GET /api/v1/session` returns the token.',
          },
          personalToken: {
            type: 'http',
            scheme: 'bearer',
            description: `A personal access token from ${publicUrl}${pageAddress('accountTokens')} that has one of the listed actions. It needs no CSRF token`,
          },
          service: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A platform service, with a token from `npm run create-service-token` that has the scope of the call',
          },
        },
      },
    },
    transform,
    transformObject: (context) => finish(transformObject(context)),
  })
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, (request, reply) =>
    sendValidated(request, reply, {
      body: JSON.stringify(app.swagger()),
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    }),
  )
}

function finish<Document extends object>(document: Document): Document {
  if (isObject(document)) finishDocument(document)
  return document
}

function finishDocument(document: JsonObject): void {
  const components = isObject(document.components) ? document.components : {}
  const schemas = isObject(components.schemas) ? components.schemas : {}
  const error: JsonObject = { ...z.toJSONSchema(ErrorReply, zodToJsonConfig) }
  delete error.$schema
  error.description = `Why the call was refused. The codes are explained at ${errorCodesPath}.`
  document.components = { ...components, schemas: { ...schemas, ErrorReply: error } }
  for (const path of Object.values(document.paths ?? {})) {
    if (!isObject(path)) continue
    for (const operation of Object.values(path)) if (isObject(operation)) finishOperation(operation)
  }
}

function finishOperation(operation: JsonObject): void {
  for (const parameter of Array.isArray(operation.parameters) ? operation.parameters : []) {
    if (isObject(parameter) && isObject(parameter.schema) && parameter.schema.type === 'object') {
      parameter.style = 'deepObject'
      parameter.explode = true
    }
  }
  const responses = isObject(operation.responses) ? operation.responses : {}
  finishResponses(operation, responses)
  delete operation['x-paged']
  delete operation['x-csv']
  const multipart = operation['x-multipart'] as Multipart | undefined
  if (multipart) describeForm(operation, multipart)
  delete operation['x-multipart']
  describePreconditions(operation, responses)
  describeIdempotency(operation, responses)
  describeBodyLimit(operation, responses)
  delete operation['x-body-limit']
  describeConfirmation(operation, responses)
  addErrorResponses(operation, responses)
}

const isListed = (operation: JsonObject, scheme: string): boolean =>
  Array.isArray(operation.security) && operation.security.some((each) => isObject(each) && scheme in each)

/** Adds the 4xx replies that follow from what a call needs. `default` covers the rest. */
function addErrorResponses(operation: JsonObject, responses: JsonObject): void {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.filter(isObject) : []
  const hasPath = parameters.some((parameter) => parameter.in === 'path')
  const hasInput = parameters.length > 0 || isObject(operation.requestBody)
  const isSignedIn = isListed(operation, 'session') || isListed(operation, 'service')
  const isGuarded = isListed(operation, 'csrf')
  const errors: [status: string, applies: boolean, description: string][] = [
    ['401', isSignedIn, "Not signed in, or the token isn't valid"],
    ['403', isSignedIn || isGuarded, 'Not allowed, or the CSRF token is missing or out of date'],
    ['404', hasPath, 'Not found, or not visible to the caller'],
    ['409', isGuarded && hasPath, 'In conflict with the current state'],
    ['422', hasInput, 'A value is missing or invalid; `fields` names it'],
    ['429', true, 'Too many requests; `retry-after` says when to try again'],
    ['default', true, 'An error'],
  ]
  for (const [status, applies, description] of errors) {
    if (applies) responses[status] ??= errorResponse(description)
  }
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
})

/** `x-confirmation` stays in the document, for generators of clients. */
function describeConfirmation(operation: JsonObject, responses: JsonObject): void {
  const confirmation = operation['x-confirmation']
  if (confirmation === undefined) return
  const fields = Array.isArray(confirmation)
    ? ` and the request sets ${confirmation.map((name) => `\`${name}\``).join(' or ')}`
    : ''
  const asks = `Asks for a confirmation if you signed in a while ago${fields}: \`POST /api/v1/session/confirmation\`, then call again.`
  operation.description = [operation.description, asks].filter(Boolean).join('\n\n')
  responses['403'] = errorResponse(
    'Not allowed, or the CSRF token is missing or out of date, or you have to confirm who you are: code `confirmation_required`, and `methods` says how',
  )
}

function describePreconditions(operation: JsonObject, responses: JsonObject): void {
  if (operation['x-etag'] === true) {
    for (const response of Object.values(responses)) {
      if (isObject(response)) {
        response.headers = { ...etagHeader, ...(isObject(response.headers) && response.headers) }
      }
    }
  }
  if (operation['x-if-match'] === true) {
    const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
    operation.parameters = [...parameters, ifMatchParameter]
    responses['412'] = errorResponse('Changed since the version in `If-Match`; `current` has the newest one')
  }
  delete operation['x-etag']
  delete operation['x-if-match']
}

function describeIdempotency(operation: JsonObject, responses: JsonObject): void {
  const kind = operation['x-idempotency-key']
  if (kind !== undefined) {
    const replays = kind === 'with replay'
    const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
    operation.parameters = [...parameters, idempotencyParameter(replays)]
    responses['409'] = errorResponse(
      `In conflict with the current state, or a call with the same \`Idempotency-Key\` is running${replays ? '' : ', or succeeded with a secret in its reply'}`,
    )
  }
  delete operation['x-idempotency-key']
}

const replayed =
  'gets the reply of the first one, with the header `idempotency-replayed`, and creates nothing'
const notReplayed = 'gets 409, because the reply of the first one has a secret, and creates nothing'

const idempotencyParameter = (replays: boolean) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A string of your own. A repeated call with the same key within ${idempotencyHours} hours ${replays ? replayed : notReplayed}. The same key with another request gets 422`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
})

const etagHeader = {
  etag: { description: 'The version of what the reply shows', schema: { type: 'string' } },
}

const ifMatchParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the version that the change is based on. Without it, the newest version is changed',
  schema: { type: 'string' },
}

function describeBodyLimit(operation: JsonObject, responses: JsonObject): void {
  if (!isObject(operation.requestBody)) return
  const { kilobytes, values } = operation['x-body-limit'] as BodyLimit
  operation.requestBody.description = `At most ${kilobytes} KB and ${values} values`
  responses['413'] = errorResponse(`The body contains more than ${kilobytes} KB or ${values} values`)
}

function finishResponses(operation: JsonObject, responses: JsonObject): void {
  for (const response of Object.values(responses)) {
    if (!isObject(response)) continue
    if (operation['x-csv'] === true) response.content = { 'text/csv': { schema: { type: 'string' } } }
    if (operation['x-paged'] === true) response.headers = pagingHeaders
  }
}

/** Describes the form: the fields of the JSON body, nested under the form's `under` key, and its files. */
function describeForm(operation: JsonObject, { under, files, maxFileBytes }: Multipart): void {
  const body = isObject(operation.requestBody) ? operation.requestBody : {}
  const content = isObject(body.content) ? body.content : {}
  const json = isObject(content['application/json']) ? content['application/json'] : {}
  const schema = isObject(json.schema) ? json.schema : {}
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `At most ${maxFileBytes} bytes`,
  }
  const properties = {
    ...(isObject(schema.properties) && schema.properties),
    ...Object.fromEntries(files.map((name) => [name, file])),
  }
  const form = { ...schema, properties }
  content['multipart/form-data'] =
    under === null
      ? { schema: form }
      : {
          schema: { type: 'object', properties: { [under]: form } },
          encoding: { [under]: { style: 'deepObject', explode: true } },
        }
}
