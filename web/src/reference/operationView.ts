import { isObject, toArray, type JsonObject } from '@trestle/domain/json/values.ts'
import type { ChangelogEntry, GroupDocument } from '@trestle/domain/reference/content.ts'
import { isSandboxServer } from '@trestle/domain/reference/governmentCloud.ts'
import type { Endpoint } from '@trestle/domain/reference/rules.ts'
import { resolved, schemaRows, typeName, type SchemaRow } from './schemaRows.ts'

export interface ParameterView {
  key: string
  name: string
  location: string
  type: string
  required: boolean
  description: string
  values: string[]
  example: unknown
}

interface BodyView {
  contentType: string
  required: boolean
  rows: SchemaRow[]
  example: string | null
}

export interface AnswerView {
  status: string
  description: string
  rows: SchemaRow[]
  example: string | null
}

export interface OperationView {
  parameters: ParameterView[]
  body: BodyView | null
  answers: AnswerView[]
  changes: ChangelogEntry[]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const asText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)

/** Returns the example of a schema: the only one, or the first of several. */
function exampleFor(document: JsonObject, media: JsonObject): string | null {
  if (media['example'] !== undefined) return asText(media['example'])
  const [first] = Object.values(isObject(media['examples']) ? media['examples'] : {})
  const named = resolved(document, first)
  if (named['value'] !== undefined) return asText(named['value'])
  const schema = resolved(document, media['schema'])
  const inSchema = schema['example'] ?? toArray(schema['examples'])[0]
  return inSchema === undefined ? null : asText(inSchema)
}

function firstMediaType(content: unknown): [type: string, media: JsonObject] | undefined {
  const entries = Object.entries(isObject(content) ? content : {})
  const [type, media] = entries.find(([name]) => name.includes('json')) ?? entries[0] ?? []
  return type !== undefined && isObject(media) ? [type, media] : undefined
}

function listParameters(document: GroupDocument, { path, operation }: Endpoint): ParameterView[] {
  const item: JsonObject = document.paths[path] ?? {}
  const all = [...toArray(item['parameters']), ...toArray(operation['parameters'])]
  return all.map((each, index) => {
    const parameter = resolved(document, each)
    const schema = resolved(document, parameter['schema'])
    return {
      key: `${index}-${text(parameter['name'])}`,
      name: text(parameter['name']),
      location: text(parameter['in']),
      type: typeName(document, schema),
      required: parameter['required'] === true,
      description: text(parameter['description']),
      values: toArray(schema['enum']).map(String),
      example: parameter['example'] ?? schema['example'] ?? schema['default'],
    }
  })
}

function toBodyView(document: GroupDocument, requestBody: unknown): BodyView | null {
  const body = resolved(document, requestBody)
  const found = firstMediaType(body['content'])
  if (!found) return null
  const [contentType, media] = found
  return {
    contentType,
    required: body['required'] === true,
    rows: schemaRows(document, media['schema']),
    example: exampleFor(document, media),
  }
}

function toReplyViews(document: GroupDocument, responses: unknown): AnswerView[] {
  return Object.entries(isObject(responses) ? responses : {}).map(([status, each]) => {
    const response = resolved(document, each)
    const [, media] = firstMediaType(response['content']) ?? []
    return {
      status,
      description: text(response['description']),
      rows: media ? schemaRows(document, media['schema']) : [],
      example: media ? exampleFor(document, media) : null,
    }
  })
}

/** Converts an endpoint into what its section shows. */
export function toOperationView(document: GroupDocument, endpoint: Endpoint): OperationView {
  const { operation } = endpoint
  return {
    parameters: listParameters(document, endpoint),
    body: toBodyView(document, operation['requestBody']),
    answers: toReplyViews(document, operation['responses']),
    changes: operation['x-changelog'] ?? [],
  }
}

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`

function tokenAddress(document: GroupDocument, server: string): string {
  const components: JsonObject = isObject(document['components']) ? document['components'] : {}
  const schemes = isObject(components['securitySchemes']) ? components['securitySchemes'] : {}
  for (const scheme of Object.values(schemes)) {
    const flows = isObject(scheme) && isObject(scheme['flows']) ? Object.values(scheme['flows']) : []
    for (const flow of flows) {
      const address = isObject(flow) ? text(flow['tokenUrl']) : ''
      if (address !== '') return address.startsWith('/') ? `${server}${address}` : address
    }
  }
  return `${server}/oauth/token`
}

/** Omits the multipart header, which curl writes itself because only it knows the boundary. */
function bodyLines({ contentType, rows, example }: BodyView): string[] {
  if (contentType === 'multipart/form-data') {
    const fields = rows.filter(({ depth }) => depth === 0)
    return fields.map(
      ({ name, type }) =>
        `  --form ${quoted(type === 'string (binary)' ? `${name}=@FILE` : `${name}=${name.toUpperCase()}`)}`,
    )
  }
  return [
    `  --header ${quoted(`Content-Type: ${contentType}`)}`,
    ...(example ? [`  --data ${quoted(example)}`] : []),
  ]
}

/** The values that an example fills in. */
export interface ExampleSandbox {
  /** Address of the API, if this portal serves the call. Otherwise, the document names the servers. */
  api: string | null
  /** Where to get production tokens, if the portal has no sandboxes. Then the call also goes to production. */
  productionTokens: string | null
  /** Of the reader's own sandbox, if there is one. */
  clientId: string | null
  companyId: number | null
}

/** The examples call as service accounts, which must send it even where users can omit it. */
const companyHeader = 'X-Company-Id'

/** The parameters that name the company of a sandbox. */
const companyParameters = [companyHeader, 'company_id']

/** Returns the examples of parameters, with the company of the reader's own sandbox where the portal serves the call. */
function fillCompany(parameters: ParameterView[], { api, companyId }: ExampleSandbox): ParameterView[] {
  if (api === null || companyId === null) return parameters
  return parameters.map((each) =>
    companyParameters.includes(each.name) ? { ...each, example: companyId } : each,
  )
}

function serverAddress(document: GroupDocument, { operation }: Endpoint, hasSandboxes: boolean): string {
  const servers = toArray(operation['servers'] ?? document['servers']).filter(isObject)
  const other = hasSandboxes ? undefined : servers.find((server) => !isSandboxServer(server))
  return text((other ?? servers[0])?.['url']).replace(/\/$/, '') || 'https://API_HOST'
}

/**
 * Returns a call to paste into a terminal: a token request for the reader's own sandbox, then the call (REF-07).
 * Without sandboxes, both are for production.
 */
export function curlExample(
  document: GroupDocument,
  endpoint: Endpoint,
  { parameters: listed, body }: OperationView,
  sandbox: ExampleSandbox,
): string {
  const { verb, path } = endpoint
  const { api, productionTokens, clientId } = sandbox
  const server = api ?? serverAddress(document, endpoint, productionTokens === null)
  const tokens = api === null ? (productionTokens ?? tokenAddress(document, server)) : `${api}/oauth/token`
  const parameters = fillCompany(listed, sandbox)
  const filled = path.replace(/\{([^}]+)\}/g, (all, name: string) => {
    const { example } = parameters.find((each) => each.name === name) ?? {}
    return example === undefined ? all : encodeURIComponent(asText(example))
  })
  const unwrapOption = ({ example, name }: ParameterView) => asText(example ?? name.toUpperCase())
  const required = parameters.filter((each) => each.required)
  const query = required
    .filter(({ location }) => location === 'query')
    .map((each) => `${encodeURIComponent(each.name)}=${encodeURIComponent(unwrapOption(each))}`)
    .join('&')
  const headers = parameters.filter(
    (each) => each.location === 'header' && (each.required || each.name === companyHeader),
  )
  const lines = [
    `curl --request ${verb} \\\n  ${quoted(`${server}${filled}${query === '' ? '' : `?${query}`}`)}`,
    `  --header "Authorization: Bearer $TOKEN"`,
    ...headers.map((each) => `  --header ${quoted(`${each.name}: ${unwrapOption(each)}`)}`),
    ...(body ? bodyLines(body) : []),
  ]
  return [
    'TOKEN=$(curl --silent \\',
    `  ${quoted(tokens)} \\`,
    '  --data grant_type=client_credentials \\',
    `  --data client_id=${quoted(clientId ?? 'YOUR_CLIENT_ID')} \\`,
    '  --data "client_secret=$CLIENT_SECRET" \\',
    '  | jq --raw-output .access_token)',
    '',
    lines.join(' \\\n'),
  ].join('\n')
}
