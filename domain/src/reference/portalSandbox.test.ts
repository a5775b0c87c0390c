import { expect, test } from 'vitest'
import { GroupDocument } from './content.ts'
import { withPortalSandbox } from './portalSandbox.ts'

const sandbox = { url: 'https://sandbox.platform.test', description: 'Sandbox' }
const production = { url: 'https://api.platform.test', description: 'Production' }
const list = { operationId: 'list', summary: 'List' }
const create = { operationId: 'create', summary: 'Create' }

const buildDocument = (path: string) =>
  GroupDocument.parse({
    openapi: '3.1.0',
    info: { title: 'Projects', version: '1.0' },
    'x-group': { slug: 'projects', product_category: 'Core', order: 1, support_level: 'production' },
    servers: [sandbox, production],
    paths: { [path]: { get: list, post: create } },
    components: {
      securitySchemes: {
        platform: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://login.test/token', scopes: {} } },
        },
      },
    },
  })

const platform = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: 'https://portal.test/sandbox/oauth/token', scopes: {} } },
}

test('names the portal for the calls that its sandbox serves, and only for those', () => {
  const document = buildDocument('/rest/v1.0/projects')
  expect(withPortalSandbox(document, 'https://portal.test')).toEqual({
    ...document,
    servers: [{ url: 'https://portal.test/sandbox', description: 'Sandbox' }, production],
    paths: { '/rest/v1.0/projects': { get: list, post: { ...create, servers: [sandbox, production] } } },
    components: { securitySchemes: { platform } },
  })
})

test('names the portal only for tokens where its sandbox serves no call', () => {
  const document = buildDocument('/rest/v1.0/photos')
  expect(withPortalSandbox(document, 'https://portal.test')).toEqual({
    ...document,
    components: { securitySchemes: { platform } },
  })
})

test('keeps the servers of a call that names its own', () => {
  const servers = [{ url: 'https://files.platform.test' }]
  const path = '/rest/v1.0/projects'
  const document = { ...buildDocument(path), paths: { [path]: { get: list, post: { ...create, servers } } } }
  expect(withPortalSandbox(document, 'https://portal.test').paths[path]).toEqual({
    get: list,
    post: { ...create, servers },
  })
})

test('names no servers of calls in a document without any', () => {
  const { servers: _, ...document } = buildDocument('/rest/v1.0/projects')
  const adapted = withPortalSandbox(document, 'https://portal.test')
  expect(adapted).toMatchObject({ servers: [{ url: 'https://portal.test/sandbox' }], paths: document.paths })
  expect(adapted.paths['/rest/v1.0/projects']?.['post']).not.toHaveProperty('servers')
})
