import { describe, expect, test } from 'vitest'
import { examplesIn, snippetsFor, templates } from './templates.ts'

const where = { hasExistingManifest: false, isGovernmentCloud: false }

test('the data connector to insert is enabled', () => {
  const connector = snippetsFor('4.1', where).find(({ name }) => name === 'data_connector')
  expect(connector?.content).toMatchObject({ oauth: { enabled: true } })
})

describe('example text', () => {
  test.each(['3', '4.1'] as const)(
    'example text in the template of schema %s is found with its path',
    (version) => {
      expect(examplesIn(templates[version])).toEqual([
        '/post_installation_instruction/notes',
        '/post_installation_instruction/page/url',
      ])
    },
  )

  test('example text in the snippets is found, in either list', () => {
    const found = snippetsFor('3', where).flatMap(({ content }) => examplesIn(content))
    expect(found).toContain('/components/iframe/instances/0/iframe_src')
    expect(found).toContain(
      '/components/iframe/instances/0/configuration/schema/properties/site_code/support_link/url',
    )
  })

  test.each([
    ['https://example.com', true],
    ['https://Example.com:8443/x', true],
    ['https://{{region}}.example.com/x', true],
    ['https://example.com.builders.example/x', false],
    ['https://myexample.com/x', false],
    ['Sign in at example.com', false],
  ])('includes an address such as %s: %s', (url, counts) => {
    expect(examplesIn({ fullscreen: { source_url: url } })).toEqual(counts ? ['/fullscreen/source_url'] : [])
  })

  test('example text is listed up to a hundred times', () => {
    const views = Array.from({ length: 101 }, () => 'https://example.com')
    expect(examplesIn({ views: views.slice(0, 99) })).toHaveLength(99)
    expect(examplesIn({ views })).toHaveLength(100)
  })

  test('example text is not in a manifest with its own content', () => {
    const notes = 'Sign in and choose your site.'
    expect(examplesIn({ schema_version: '4.1', post_installation_instruction: { notes } })).toEqual([])
    expect(examplesIn(null)).toEqual([])
  })
})
