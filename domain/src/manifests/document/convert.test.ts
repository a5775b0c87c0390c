import { describe, expect, test } from 'vitest'
import { toVersion41 } from './convert.ts'

const schema = {
  type: 'object',
  required: ['plant'],
  properties: { plant: { name: 'Plant', type: 'string' } },
}
const instruction = { notes: 'Ask.', page: { url: 'https://x.example/setup.pdf', label: 'Sheet' } }

const version3 = {
  schema_version: '3',
  app_manifest: { id: 'a' },
  post_installation_instruction: instruction,
  components: {
    oauth: {
      instances: [
        {
          uid: 'client',
          grant_type: 'client_credentials',
          permissions: { company: { portfolio: 'readonly' }, project: { budget: 'standard', rfi: 'none' } },
        },
      ],
    },
    iframe: {
      instances: [
        {
          uuid: 'u1',
          name: 'Pours',
          type: 'sidepanel',
          views: ['rfi.detail'],
          required: false,
          iframe_src: 'https://x.example/{{plant}}',
          description: 'Concrete',
          configuration: { schema },
        },
        { name: 'Board', iframe_src: 'https://x.example/board', description: '' },
      ],
    },
  },
}

describe('a version 3 manifest converted to 4.1', { tags: ['MAN-41'] }, () => {
  const { content, dropped } = toVersion41(version3)

  test(
    'a version 3 manifest converted to 4.1 has every part at its new place under its new name',
    { tags: ['MAN-18', 'MAN-19', 'MAN-20'] },
    () => {
      expect(content).toEqual({
        schema_version: '4.1',
        app_manifest: { id: 'a' },
        post_installation_instruction: instruction,
        sidepanel: {
          uuid: 'u1',
          views: ['rfi.detail'],
          source_url: 'https://x.example/{{plant}}',
          description: 'Concrete',
          user_configuration: { schema },
        },
        fullscreen: { source_url: 'https://x.example/board', description: '' },
        permissions: { company: { home: 'readonly' }, project: { budgeting: 'standard', rfi: 'none' } },
        oauth: { enabled: true },
      })
    },
  )

  test('lists what it lost', () => {
    expect(dropped).toEqual([
      '/components/iframe/instances/0/name',
      '/components/iframe/instances/0/required',
      '/components/iframe/instances/1/name',
      '/components/oauth/instances/0/uid',
      '/components/oauth/instances/0/grant_type',
    ])
  })

  test('a version 3 manifest converted to 4.1 does not change the original', () => {
    expect(version3.components.iframe.instances[0]).toHaveProperty('iframe_src')
  })
})

test('reads "3.2" and a missing schema version as version 3', () => {
  const { schema_version: _, ...unversioned } = version3
  for (const old of [{ ...version3, schema_version: '3.2' }, unversioned]) {
    expect(toVersion41(old)).toEqual(toVersion41(version3))
  }
})

test('converts an authorization code connector to user-level authentication without permissions', () => {
  const old = {
    schema_version: '3',
    components: { oauth: { instances: [{ grant_type: 'authorization_code' }] } },
  }
  expect(toVersion41(old).content).toEqual({ schema_version: '4.1', oauth: { enabled: true } })
})

test('leaves a 4.1 manifest unchanged', { tags: ['MAN-41'] }, () => {
  const content = { schema_version: '4.1', fullscreen: { source_url: 'https://x.example' } }
  expect(toVersion41(content)).toEqual({ content, dropped: [] })
})

test('keeps the first of two components of one type, and lists the other one as lost', () => {
  const frame = (iframe_src: string) => ({ type: 'fullscreen', iframe_src })
  const instances = [frame('https://x.example/first'), frame('https://x.example/second')]
  expect(toVersion41({ schema_version: '3', components: { iframe: { instances } } })).toEqual({
    content: { schema_version: '4.1', fullscreen: { source_url: 'https://x.example/first' } },
    dropped: ['/components/iframe/instances/1'],
  })
})

test('keeps the permissions of a connector of any grant type', () => {
  const permissions = { project: { rfi: 'readonly' } }
  const instances = [{ grant_type: 'authorization_code', permissions }]
  expect(toVersion41({ schema_version: '3', components: { oauth: { instances } } }).content).toEqual({
    schema_version: '4.1',
    permissions,
    oauth: { enabled: true },
  })
})
