import { snippetsFor, templates } from '@trestle/domain/manifests/templates.ts'
import type { CheckContext } from '@trestle/domain/manifests/validation/checks.ts'
import { toVersion41 } from '@trestle/domain/manifests/document/convert.ts'
import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computedMs } from '../../../domain/testing/computedMs.ts'
import { hostileText, hostileTexts } from '../../../domain/testing/hostileTexts.ts'
import { readManifest, validateManifest } from './validate.ts'

/** The three manifests of the platform facts (1.6). */
const sidePanelWithServiceAccount = {
  schema_version: '4.1',
  post_installation_instruction: {
    notes: 'After installing, sign in to SiteLedger as an owner and press Link company.',
    page: { url: 'https://help.siteledger.example/link-company', label: 'Linking guide' },
  },
  sidepanel: {
    source_url:
      'https://{{region}}.siteledger.example/panel?company={{procore.company.id}}&project={{procore.project.id}}',
    description: 'Shows ledger postings for the open contract',
    views: [
      'commitments.work_order_contracts.detail',
      'commitments.purchase_order_contracts.detail',
      'change_events.all',
    ],
    user_configuration: {
      schema: {
        type: 'object',
        required: ['region'],
        properties: {
          region: {
            name: 'Hosting region',
            type: 'string',
            description: 'eu, us or au',
            support_link: { url: 'https://help.siteledger.example/regions', label: 'Which region am I in?' },
          },
        },
      },
    },
  },
  permissions: {
    company: { directory: 'readonly' },
    project: { commitments: 'standard', change_events: 'readonly' },
  },
  oauth: { enabled: true },
}

const fullScreenOnly = {
  schema_version: '4.1',
  fullscreen: {
    source_url: 'https://app.cranewatch.example/{{site_code}}/board?project={{procore.project.id}}',
    description: '',
    user_configuration: {
      schema: {
        type: 'object',
        required: [],
        properties: {
          site_code: { name: 'Site code', type: 'string', description: 'Printed on the crane controller' },
        },
      },
    },
  },
}

const version3 = {
  schema_version: '3',
  post_installation_instruction: {
    notes: 'Ask your Kilnworks contact for the plant number.',
    page: { url: 'https://kilnworks.example/setup.pdf', label: 'Setup sheet' },
  },
  components: {
    oauth: {
      instances: [
        {
          grant_type: 'client_credentials',
          permissions: { company: {}, project: { daily_log: 'standard', directory: 'readonly' } },
        },
      ],
    },
    iframe: {
      instances: [
        {
          name: 'Kilnworks pours',
          type: 'sidepanel',
          views: ['rfi.detail', 'observations.list'],
          required: false,
          iframe_src: 'https://panel.kilnworks.example/{{plant}}?project={{procore.project.id}}',
          description: 'Concrete pours for this project',
          configuration: {
            schema: {
              type: 'object',
              required: ['plant'],
              properties: { plant: { name: 'Plant number', type: 'string', description: 'Four digits' } },
            },
          },
        },
      ],
    },
  },
}

const context: CheckContext = { isGovernmentCloud: false, allowEmpty: false, authCodeLocked: false }
const listErrors = (input: unknown, changes: Partial<CheckContext> = {}) =>
  validateManifest(input, { ...context, ...changes }).map(({ path, message }) => `${path}: ${message}`)

const component = { source_url: 'https://x.example' }
const v41 = (rest: ManifestContent) => ({ schema_version: '4.1', oauth: { enabled: true }, ...rest })
const v3 = (components: ManifestContent, rest: ManifestContent = {}) => ({
  schema_version: '3',
  components,
  ...rest,
})

describe('valid manifests', () => {
  test.each([
    ['4.1 with a side panel and a service account', sidePanelWithServiceAccount],
    ['4.1 with a full screen component', fullScreenOnly],
    ['3 with a data connector and a side panel', version3],
  ])(
    '%s passes, as an object and as text',
    { tags: ['MAN-18', 'MAN-19', 'MAN-20', 'MAN-31'] },
    (_name, manifest) => {
      expect(listErrors(manifest)).toEqual([])
      expect(listErrors(JSON.stringify(manifest, null, 2))).toEqual([])
      expect(readManifest(JSON.stringify(manifest), context)).toEqual({ content: manifest, errors: [] })
    },
  )

  test('include every version 3 manifest converted to 4.1', { tags: ['MAN-41'] }, () => {
    expect(listErrors(toVersion41(version3).content)).toEqual([])
  })

  test('valid manifests can say "3.2", which is stored as "3"', { tags: ['MAN-18'] }, () => {
    expect(readManifest({ ...version3, schema_version: '3.2' }, context)).toEqual({
      content: version3,
      errors: [],
    })
  })

  test('valid manifests can have anything in app_manifest, which the server writes', () => {
    expect(listErrors(v41({ app_manifest: { id: 7, anything: [] } }))).toEqual([])
  })

  test.each(['3', '4.1'] as const)('include each template of version %s', { tags: ['MAN-42'] }, (version) => {
    expect(listErrors(templates[version])).toEqual([])
  })

  test('include the template with any snippet, or with all of them', { tags: ['MAN-23', 'MAN-42'] }, () => {
    const where = { hasExistingManifest: true, isGovernmentCloud: false }
    const snippets = snippetsFor('4.1', where)
    for (const { content } of snippets) expect(listErrors({ ...templates['4.1'], ...content })).toEqual([])
    expect(
      listErrors(Object.assign({}, templates['4.1'], ...snippets.map(({ content }) => content))),
    ).toEqual([])
    for (const { content } of snippetsFor('3', where)) expect(listErrors(v3(content))).toEqual([])
  })

  test('valid manifests can have texts and lists of the maximum length', { tags: ['MAN-31'] }, () => {
    const text = (length: number) => 'a'.repeat(length)
    const page = { url: 'https://x.example', label: text(255) }
    const parameters = Array.from({ length: 100 }, (_, n) => `site_${n}`)
    const parameter = { name: text(255), type: 'string', description: text(1000), support_link: page }
    const schema = {
      type: 'object',
      required: parameters,
      properties: Object.fromEntries(
        parameters.map((key, n) => [key, n === 0 ? parameter : { name: key, type: 'string' }]),
      ),
    }
    const source_url = `https://x.example/${text(2000 - 'https://x.example/'.length)}`
    const fullscreen = { source_url, description: text(1000), user_configuration: { schema } }
    const post_installation_instruction = { notes: text(5000), page }
    expect(listErrors(v41({ fullscreen, post_installation_instruction }))).toEqual([])
    expect(listErrors(v41({ fullscreen: { ...fullscreen, source_url: `${source_url}a` } }))).toEqual([
      '/fullscreen/source_url: "source_url" must be at most 2000 characters long.',
    ])
  })

  test('valid manifests may have an instruction with only empty fields', { tags: ['CONF-37'] }, () => {
    const post_installation_instruction = { notes: '', page: { label: '', url: '' } }
    expect(listErrors(v41({ post_installation_instruction, oauth: { enabled: true } }))).toEqual([])
  })

  test('include each version 3 snippet while there is no manifest', { tags: ['MAN-43'] }, () => {
    const snippets = snippetsFor('3', { hasExistingManifest: false, isGovernmentCloud: false })
    expect(snippets.map(({ name }) => name)).toEqual(['oauth', 'fullscreen', 'sidepanel'])
    for (const { content } of snippets) expect(listErrors(content)).toEqual([])
  })

  test('include each government cloud snippet, without a side panel', { tags: ['CONF-18', 'MAN-23'] }, () => {
    const snippets = snippetsFor('4.1', { hasExistingManifest: false, isGovernmentCloud: true })
    expect(snippets.map(({ name }) => name)).toEqual(['fullscreen', 'data_connector', 'instructions'])
    for (const { content } of snippets) {
      expect(listErrors({ ...templates['4.1'], ...content }, { isGovernmentCloud: true })).toEqual([])
    }
  })
})

describe('a string that is not a manifest', () => {
  test.each(['', '{', 'manifest', '{"schema_version": "4.1",}', "{'a': 1}", 'undefined', '{} {}'])(
    'refuses %j as unparsable',
    { tags: ['ERR-20', 'MAN-29'] },
    (text) => expect(listErrors(text)).toEqual([': Invalid JSON, could not parse manifest']),
  )

  test.each([[[]], [null], [1], [true], ['[]'], ['null'], ['"text"'], ['1']])(
    'refuses %j as not an object',
    { tags: ['MAN-30'] },
    (input) => {
      expect(listErrors(input)).toEqual([': A manifest is a JSON object that starts with { and ends with }.'])
    },
  )

  test.each([undefined, Symbol('s'), () => 1].map((input) => [input]))(
    'a string that is not a manifest is refused: %s',
    { tags: ['ERR-20'] },
    (input) => {
      expect(listErrors(input)).toHaveLength(1)
    },
  )

  test(
    'refuses a value that JSON cannot represent, with its own message',
    { tags: ['ERR-21', 'ERR-22'] },
    () => {
      expect(listErrors({ schema_version: '4.1', big: 1n })).toEqual([
        ': The manifest could not be read as JSON.',
      ])
    },
  )
})

describe('the schema version', () => {
  test('the schema version is required', { tags: ['MAN-18'] }, () => {
    expect(listErrors({})).toEqual([
      ': The manifest needs "schema_version". Use "4.1", or "3" for the older form.',
    ])
  })

  test.each([
    ['4', ' "4"'],
    ['4.10', ' "4.10"'],
    [4.1, ' 4.1'],
    [null, ''],
    [{}, ''],
  ])('refuses %j as unknown', { tags: ['MAN-18'] }, (schema_version, shown) => {
    expect(listErrors({ schema_version })).toEqual([
      `/schema_version: The schema version${shown} isn't known. Write "schema_version": "4.1", or "3" for the older form.`,
    ])
  })
})

describe('a hostile manifest', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const tooLarge = (size: string) =>
    `: This manifest is ${size}. The limit is 256 KB. Shorten its texts, or remove what you don't need.`

  test('a hostile manifest is refused if nested too deeply, at any depth', { tags: ['MAN-30'] }, () => {
    const tooDeep = ': The manifest is nested more than 32 levels deep.'
    expect(listErrors(nested(33))).toEqual([tooDeep])
    expect(listErrors(nested(40_000))).toEqual([tooDeep])
    expect(listErrors(JSON.parse(nested(40_000)))).toEqual([tooDeep])
    expect(listErrors(nested(31))).not.toEqual([tooDeep])
  })

  test('a hostile manifest is refused over 256 KB, as text and as object', { tags: ['MAN-30'] }, () => {
    const large = { ...fullScreenOnly, app_manifest: { text: 'ä'.repeat(131_072) } }
    expect(listErrors(JSON.stringify(large))).toEqual([tooLarge('257 KB')])
    expect(listErrors(large)).toEqual([tooLarge('257 KB')])
    expect(listErrors({ ...large, app_manifest: { text: 'a'.repeat(131_072) } })).toEqual([])
  })

  test(
    'a hostile manifest with thousands of faults gets the first hundred immediately',
    { tags: ['MAN-30'] },
    () => {
      const names = (count: number) =>
        Array.from({ length: count }, (_, i) => `some_quite_long_and_wrong_name_${i}`)
      const values = (count: number) => Object.fromEntries(names(count).map((name) => [name, 'readonly']))
      const started = computedMs()
      expect(listErrors({ schema_version: '4.1', ...values(5000) })).toHaveLength(100)
      expect(listErrors(v41({ permissions: { company: values(5000) } }))).toEqual([
        '/permissions/company: "company" can have at most 100.',
      ])
      expect(listErrors(v41({ sidepanel: { ...component, views: names(5000) } }))).toEqual([
        '/sidepanel/views: "views" can have at most 100.',
      ])
      expect(computedMs() - started).toBeLessThan(2000)
    },
  )

  test('a manifest of any JSON gets a reply and never throws', { tags: ['MAN-30'] }, () => {
    const parts = fc.constantFrom(
      'schema_version',
      'sidepanel',
      'views',
      'permissions',
      'project',
      'components',
      'iframe',
    )
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(parts, tie('value')),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.constantFrom('3', '3.2', '4.1'), fc.dictionary(parts, value), (schema_version, rest) => {
        const errors = validateManifest({ ...rest, schema_version }, context)
        for (const { path, message } of errors) {
          expect(path).toMatch(/^(\/|$)/)
          expect(message).not.toBe('')
        }
      }),
    )
    fc.assert(fc.property(fc.jsonValue(), (input) => Array.isArray(validateManifest(input, context))))
    fc.assert(fc.property(fc.string(), (input) => Array.isArray(validateManifest(input, context))))
    fc.assert(fc.property(hostileText, (text) => Array.isArray(validateManifest(text, context))))
  })

  test.each(hostileTexts)('%s is answered immediately', { tags: ['MAN-30'] }, (_name, text) => {
    const started = computedMs()
    expect(validateManifest(text, context)).not.toEqual([])
    expect(computedMs() - started).toBeLessThan(3000)
  })
})
