import { GroupDocument } from '@trestle/domain/reference/content.ts'

const areas = ['Bid', 'Budget', 'Change', 'Daily', 'Drawing', 'Field', 'Meeting', 'Quality', 'Safety', 'Site']
const records = ['Action', 'Check', 'Event', 'File', 'Item', 'Log', 'Note', 'Package', 'Report', 'Review']
const fieldsPerRecord = 40

const visible = { 'x-doc': { visibility: 'public' } }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })

/** Returns a description with this many sentences, each about as long as in real references. */
const description = (subject: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `${subject} follows rule ${index + 1} of the project, unless the company has set another one.`,
  ).join(' ')

function recordSchema(name: string, next: string) {
  const fields = Array.from({ length: fieldsPerRecord }, (_, index) => [
    `field_${index + 1}`,
    {
      type: index % 3 === 0 ? 'integer' : ['string', 'null'],
      description: description(`Field ${index + 1}`, 2),
      ...(index % 5 === 0 && { enum: index % 3 === 0 ? [1, 2, 3] : ['open', 'closed', null] }),
    },
  ])
  const properties = {
    ...Object.fromEntries(fields),
    next: schemaRef(next),
    history: { type: 'array', items: schemaRef(next) },
  }
  return { type: 'object', description: description(name, 3), required: ['field_1', 'field_2'], properties }
}

function recordPaths(name: string) {
  const all = `/rest/v1.0/${name.toLowerCase()}s`
  const refused = { description: 'The request is refused.', ...json(schemaRef('Error')) }
  const operation = (verb: string, call: object) => ({
    operationId: `${verb}${name}`,
    summary: `${verb} ${name}`,
    description: description(`This ${name}`, 4),
    ...visible,
    ...call,
  })
  const reply = (schema: object) => ({
    200: { description: 'Success', ...json(schema) },
    403: refused,
    404: refused,
  })
  const body = { requestBody: json(schemaRef(name)) }
  const list = [parameterRef('company'), parameterRef('page'), parameterRef('perPage')]
  const one = [parameterRef('company'), parameterRef('id')]
  return {
    [all]: {
      get: operation('list', {
        parameters: list,
        responses: reply({ type: 'array', items: schemaRef(name) }),
      }),
      post: operation('create', {
        parameters: [parameterRef('company')],
        ...body,
        responses: reply(schemaRef(name)),
      }),
    },
    [`${all}/{id}`]: {
      get: operation('show', { parameters: one, responses: reply(schemaRef(name)) }),
      patch: operation('update', { parameters: one, ...body, responses: reply(schemaRef(name)) }),
      delete: operation('delete', {
        parameters: one,
        responses: { 204: { description: 'Deleted' }, 404: refused },
      }),
    },
  }
}

const parameter = (name: string, location: 'path' | 'query' | 'header', required: boolean) => ({
  name,
  in: location,
  required,
  description: description(`The ${name}`, 1),
  schema: { type: 'integer' },
})

/** Returns a resource group of 500 endpoints (1.3 MB), about the size of the largest groups of public APIs. */
export function largeGroup(): GroupDocument {
  const names = areas.flatMap((area) => records.map((record) => `${area}${record}`))
  const schemas = names.map((name, index) => [name, recordSchema(name, names[index + 1] ?? 'Error')])
  return GroupDocument.parse({
    openapi: '3.1.0',
    info: { title: 'Everything', version: '1.0', description: 'A group of 500 endpoints.' },
    'x-group': { slug: 'everything', product_category: 'Scale', order: 1, support_level: 'production' },
    ...visible,
    servers: [{ url: 'https://api.example.test' }],
    paths: Object.assign({}, ...names.map(recordPaths)),
    components: {
      schemas: {
        ...Object.fromEntries(schemas),
        Error: { type: 'object', properties: { message: { type: 'string' } } },
      },
      parameters: {
        company: parameter('Company-Id', 'header', true),
        id: parameter('id', 'path', true),
        page: parameter('page', 'query', false),
        perPage: parameter('per_page', 'query', false),
      },
    },
  })
}
