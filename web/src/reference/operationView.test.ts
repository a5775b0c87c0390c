import { GroupDocument } from '@trestle/domain/reference/content.ts'
import { listEndpoints } from '@trestle/domain/reference/rules.ts'
import { expect, test } from 'vitest'
import { curlExample, toOperationView, type ExampleSandbox } from './operationView.ts'
import { schemaRows, typeName } from './schemaRows.ts'

const document = GroupDocument.parse({
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1.0' },
  'x-group': { slug: 'tasks', product_category: 'Core', order: 1, support_level: 'production' },
  servers: [{ url: 'https://sandbox.example.test/' }],
  paths: {
    '/rest/v1.0/projects/{project_id}/tasks': {
      parameters: [{ $ref: '#/components/parameters/Project' }],
      post: {
        operationId: 'createTask',
        summary: 'Create a task',
        parameters: [
          { name: 'notify', in: 'query', required: true, schema: { type: 'boolean', default: false } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'X-Company', in: 'header', required: true, schema: { type: 'string' } },
        ],
        requestBody: { $ref: '#/components/requestBodies/Task' },
        responses: {
          201: {
            description: 'The task',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Task' },
                examples: { one: { value: { id: 1 } } },
              },
            },
          },
          422: { description: 'Refused' },
        },
      },
    },
  },
  components: {
    parameters: {
      Project: { name: 'project_id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
    },
    requestBodies: {
      Task: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Task' },
            example: { name: "Bob's" },
          },
        },
      },
    },
    schemas: {
      Task: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'What to do.' },
          state: { type: ['string', 'null'], enum: ['open', 'done', null] },
          steps: { type: 'array', items: { $ref: '#/components/schemas/Step' } },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Task' } },
        },
      },
      Step: {
        allOf: [
          { type: 'object', properties: { id: { type: 'integer' } } },
          { properties: { due: { type: 'string', format: 'date' } }, required: ['due'] },
        ],
      },
    },
  },
})

const [endpoint] = listEndpoints(document)
if (!endpoint) throw new Error('the document has one call')
const view = toOperationView(document, endpoint)
const noSandbox = { api: null, productionTokens: null, clientId: null, companyId: null }

test(
  "shows an endpoint's own parameters and those of its path, with their types",
  { tags: ['REF-06'] },
  () => {
    expect(
      view.parameters.map(({ name, location, type, required }) => [name, location, type, required]),
    ).toEqual([
      ['project_id', 'path', 'integer', true],
      ['notify', 'query', 'boolean', true],
      ['page', 'query', 'integer', false],
      ['X-Company', 'header', 'string', true],
    ])
  },
)

test(
  'flattens a body into its fields, with lists and parts expanded and recursive schemas shown once',
  { tags: ['REF-06'] },
  () => {
    expect(view.body?.rows.map(({ name, depth, type, required }) => [depth, name, type, required])).toEqual([
      [0, 'name', 'string', true],
      [0, 'state', 'string or null', false],
      [0, 'steps', 'list of object', false],
      [1, 'id', 'integer', false],
      [1, 'due', 'string (date)', true],
      [0, 'parts', 'list of object', false],
    ])
    expect(view.body?.rows[1]?.values).toEqual(['open', 'done', 'null'])
  },
)

test('shows responses with their example', { tags: ['REF-06'] }, () => {
  expect(view.answers.map(({ status, description, example }) => [status, description, example])).toEqual([
    ['201', 'The task', '{\n  "id": 1\n}'],
    ['422', 'Refused', null],
  ])
})

test('treats an unresolvable reference as an object without fields', () => {
  expect(schemaRows(document, { $ref: '#/components/schemas/Gone' })).toEqual([])
  expect(typeName(document, { oneOf: [{ type: 'string' }, { type: 'integer' }] })).toBe('string or integer')
})

test(
  'sends a form with files field by field, without a header that would lack its boundary',
  { tags: ['REF-07'] },
  () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, file: { type: 'string', format: 'binary' } },
    }
    const rows = schemaRows(document, schema)
    const body = { contentType: 'multipart/form-data', required: true, rows, example: null }
    const curl = curlExample(document, endpoint, { ...view, body }, noSandbox)
    expect(curl).toContain("  --form 'name=NAME' \\\n  --form 'file=@FILE'")
    expect(curl).not.toContain('Content-Type')
  },
)

test(
  "requests a token of the reader's sandbox in the example, then makes the call",
  { tags: ['REF-07'] },
  () => {
    expect(curlExample(document, endpoint, view, { ...noSandbox, clientId: 'my-client-id' })).toBe(
      [
        'TOKEN=$(curl --silent \\',
        "  'https://sandbox.example.test/oauth/token' \\",
        '  --data grant_type=client_credentials \\',
        "  --data client_id='my-client-id' \\",
        '  --data "client_secret=$CLIENT_SECRET" \\',
        '  | jq --raw-output .access_token)',
        '',
        'curl --request POST \\',
        "  'https://sandbox.example.test/rest/v1.0/projects/7/tasks?notify=false' \\",
        '  --header "Authorization: Bearer $TOKEN" \\',
        "  --header 'X-Company: X-COMPANY' \\",
        "  --header 'Content-Type: application/json' \\",
        String.raw`  --data '{
  "name": "Bob'\''s"
}'`,
      ].join('\n'),
    )
    expect(curlExample(document, endpoint, view, noSandbox)).toContain("client_id='YOUR_CLIENT_ID'")
  },
)

const optional = { key: 'c', type: 'integer', required: false, description: '', values: [], example: 8820 }

test('calls this portal and names the company of the sandbox where the portal serves the call', () => {
  const parameters = view.parameters.map((each) =>
    each.name === 'X-Company' ? { ...each, name: 'X-Company-Id', example: 8820 } : each,
  )
  const example = (sandbox: ExampleSandbox) =>
    curlExample(document, endpoint, { ...view, parameters }, sandbox)
  const served = example({ ...noSandbox, api: 'https://portal.test/sandbox', companyId: 562900 })
  expect(served).toContain("'https://portal.test/sandbox/oauth/token'")
  expect(served).toContain("'https://portal.test/sandbox/rest/v1.0/projects/7/tasks?notify=false'")
  expect(served).toContain("--header 'X-Company-Id: 562900'")
  const path = '/rest/v1.0/companies/{company_id}/tasks'
  const ofCompany = { ...optional, name: 'company_id', location: 'path', required: true }
  expect(
    curlExample(
      document,
      { ...endpoint, path },
      { ...view, parameters: [ofCompany] },
      { ...noSandbox, api: 'https://portal.test/sandbox', companyId: 562900 },
    ),
  ).toContain('/companies/562900/tasks')
  expect(example({ ...noSandbox, companyId: 562900 })).toContain("--header 'X-Company-Id: 8820'")
})

test('names the company even where people can leave it out: the example calls as a service account', () => {
  const parameters = [
    { ...optional, name: 'X-Company-Id', location: 'header' },
    { ...optional, key: 'o', name: 'X-Other', location: 'header' },
  ]
  const example = curlExample(document, endpoint, { ...view, parameters }, noSandbox)
  expect(example).toContain("--header 'X-Company-Id: 8820'")
  expect(example).not.toContain('X-Other')
})

test('without sandboxes, calls the server that is not one', { tags: ['REF-07', 'SHELL-14'] }, () => {
  const servers = [
    { url: 'https://sandbox.example.test', description: 'Sandbox' },
    { url: 'https://api.example.test/', description: 'Production' },
  ]
  const productionTokens = 'https://portal.test/oauth/token'
  const example = curlExample({ ...document, servers }, endpoint, view, { ...noSandbox, productionTokens })
  expect(example).toContain("'https://api.example.test/rest/v1.0/projects/7/tasks?notify=false'")
  expect(example).toContain(`'${productionTokens}'`)
  expect(example).not.toContain('sandbox')
  const withSandboxes = curlExample({ ...document, servers }, endpoint, view, noSandbox)
  expect(withSandboxes).toContain("'https://sandbox.example.test/rest/v1.0/projects/7/tasks?notify=false'")
})

test('requests the token at an address of the document, which may have no host', { tags: ['REF-07'] }, () => {
  const exampleWith = (tokenUrl: string) => {
    const securitySchemes = { platform: { type: 'oauth2', flows: { clientCredentials: { tokenUrl } } } }
    const components = { securitySchemes }
    return curlExample({ ...document, components }, endpoint, view, noSandbox)
  }
  expect(exampleWith('https://login.test/token')).toContain("'https://login.test/token'")
  expect(exampleWith('/token')).toContain("'https://sandbox.example.test/token'")
})

test('prefers JSON among the forms of a body', { tags: ['REF-06'] }, () => {
  const content = { 'text/csv': { example: 'a,b' }, 'application/json': { example: { a: 1 } } }
  const operation = { ...endpoint.operation, requestBody: { content } }
  expect(toOperationView(document, { ...endpoint, operation }).body?.contentType).toBe('application/json')
})

test('calls the server of an endpoint that has its own', { tags: ['REF-07'] }, () => {
  const own = { ...endpoint.operation, servers: [{ url: 'https://own.example.test' }] }
  const example = curlExample(document, { ...endpoint, operation: own }, view, noSandbox)
  expect(example).toContain("'https://own.example.test/rest/v1.0/projects/7/tasks?notify=false'")
})
