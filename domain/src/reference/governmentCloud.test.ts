import { expect, test } from 'vitest'
import { GroupDocument } from './content.ts'
import { forGovernmentCloud } from './governmentCloud.ts'

const tokens = {
  refreshUrl: 'https://login.test/sandbox/token',
  tokenUrl: 'https://login.test/sandbox/token',
}
const production = { url: 'https://api.platform.test', description: 'Production' }
const basic = { type: 'http', scheme: 'basic' }
const document = GroupDocument.parse({
  openapi: '3.1.0',
  info: { title: 'Photos', version: '1.0' },
  'x-group': { slug: 'photos', product_category: 'Core', order: 1, support_level: 'production' },
  paths: {},
  servers: [
    { url: 'https://sandbox.platform.test' },
    { url: 'https://try.platform.test', description: 'Sandbox' },
    production,
  ],
  components: {
    schemas: { Photo: { type: 'object' } },
    securitySchemes: {
      basic,
      platform: {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl: 'https://login.test/sandbox', ...tokens, scopes: {} },
          clientCredentials: { tokenUrl: tokens.tokenUrl, scopes: {} },
        },
      },
    },
  },
})

test('names production only, and this portal as where tokens come from', { tags: ['SHELL-14'] }, () => {
  const token = 'https://portal.test/oauth/token'
  expect(forGovernmentCloud(document, 'https://portal.test')).toEqual({
    ...document,
    servers: [production],
    components: {
      schemas: { Photo: { type: 'object' } },
      securitySchemes: {
        basic,
        platform: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://portal.test/oauth/authorize',
              tokenUrl: token,
              refreshUrl: token,
              scopes: {},
            },
            clientCredentials: { tokenUrl: token, scopes: {} },
          },
        },
      },
    },
  })
})

test('adds nothing to a document without servers and tokens', () => {
  const { servers: _, components: __, ...bare } = document
  expect(forGovernmentCloud(bare, 'https://portal.test')).toEqual(bare)
})
