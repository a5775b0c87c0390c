import fc from 'fast-check'

/**
 * Malicious or broken manifests as text: only a string can have a repeated key, a number out of range, half a surrogate
 * pair or a syntax error.
 */

const nestedLists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const manifest = (rest: string) => `{"schema_version":"4.1",${rest}}`
const list = (length: number, item: (index: number) => string) =>
  `[${Array.from({ length }, (_, index) => item(index)).join()}]`
const object = (length: number, property: (index: number) => string) =>
  `{${Array.from({ length }, (_, index) => property(index)).join()}}`

/** Each breaks code that recurses, counts or compares without a limit. */
export const hostileTexts: readonly [name: string, text: string][] = [
  ['2,500 opening brackets', '['.repeat(2500)],
  ['2,500 nested lists', nestedLists(2500)],
  ['2,500 nested lists in a manifest', manifest(`"fullscreen":${nestedLists(2500)}`)],
  ['100,000 nested lists', nestedLists(100_000)],
  ['100,000 opening braces', '{"a":'.repeat(50_000)],
  ['20,000 nested objects', nestedObjects(20_000)],
  ['20,000 nested objects in a manifest', manifest(`"app_manifest":${nestedObjects(20_000)}`)],
  ['a list of 100,000', list(100_000, () => '1')],
  ['a manifest of 20,000 keys', object(20_000, (index) => `"k${index}":1`)],
  ['a key written 20,000 times', manifest(object(20_000, () => '"a":1').slice(1, -1))],
  ['20,000 keys written twice', manifest(object(20_000, (index) => `"k${index % 10_000}":1`).slice(1, -1))],
  [
    '8,000 unknown tools',
    manifest(`"permissions":{"company":${object(8000, (index) => `"dirctory_${index}":"admin"`)}}`),
  ],
  ['20,000 unknown views', manifest(`"sidepanel":{"views":${list(20_000, (index) => `"v${index}"`)}}`)],
  [
    '4,000 parameters and as many tokens',
    manifest(
      `"fullscreen":{"source_url":"https://x.example/${Array.from({ length: 4000 }, (_, index) => `{{t${index}}}`).join('')}",` +
        `"user_configuration":{"schema":{"type":"object","required":${list(4000, (index) => `"r${index}"`)},` +
        `"properties":${object(4000, (index) => `"p${index}":{"name":"P"}`)}}}}`,
    ),
  ],
  [
    '6,000 components',
    `{"schema_version":"3","components":{"iframe":{"instances":${list(6000, () => '{"name":"N","iframe_src":"x"}')}}}}`,
  ],
  ['8,000 examples', manifest(`"app_manifest":${list(8000, () => '"https://example.com"')}`)],
  ['a string of 1 MB', manifest(`"app_manifest":{"text":"${'a'.repeat(1_048_576)}"}`)],
  ['a key of 1 MB', manifest(`"${'k'.repeat(1_048_576)}":1`)],
  ['1 MB of spaces', `${' '.repeat(1_048_576)}{}`],
  ['1 MB that is no JSON', 'x'.repeat(1_048_576)],
  ['1 MB of quotes', '"'.repeat(1_048_576)],
  ['1 MB of backslashes in a string', manifest(`"a":"${'\\\\'.repeat(524_288)}"`)],
]

const knownKeys = [
  'schema_version',
  'app_manifest',
  'post_installation_instruction',
  'notes',
  'page',
  'url',
  'label',
  'fullscreen',
  'sidepanel',
  'source_url',
  'views',
  'user_configuration',
  'schema',
  'required',
  'properties',
  'permissions',
  'company',
  'project',
  'oauth',
  'enabled',
  'components',
  'iframe',
  'instances',
  'iframe_src',
  'configuration',
  'grant_type',
  'type',
]
/** Keys that every object has, that pointers or lists treat differently, or that cannot be stored. */
const trickyKeys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '', '/', '~1', '0']
const brokenTexts = [String.raw`"\u0000"`, String.raw`"\ud800"`, String.raw`"\udc00\ud800"`, '"\ud800"']

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...knownKeys).map((name) => JSON.stringify(name)) },
  { weight: 2, arbitrary: fc.constantFrom(...trickyKeys).map((name) => JSON.stringify(name)) },
  { weight: 1, arbitrary: fc.constantFrom(...brokenTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((name) => JSON.stringify(name)) },
)

const leaf = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-0',
    '1e999',
    '-1e999',
    '1e-400',
    '12345678901234567890',
    ...brokenTexts,
  ),
  fc
    .constantFrom(
      '3',
      '3.2',
      '4.1',
      '',
      ' ',
      '{{',
      '{{a}}',
      'sidepanel',
      'admin',
      'rfi.all',
      'https://example.com/x',
    )
    .map((text) => JSON.stringify(text)),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
)

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    leaf,
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 6 })
      .map((entries) => `{${entries.map(([name, each]) => `${name}:${each}`).join(',\n')}}`),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
  ),
}))

const document = fc
  .tuple(fc.constantFrom('3', '3.2', '4.1'), fc.array(fc.tuple(key, value), { maxLength: 8 }))
  .map(([version, entries]) => {
    const rest = entries.map(([name, each]) => `${name}:${each}`).join(',\n')
    return `{"schema_version":"${version}"${rest === '' ? '' : `,${rest}`}}`
  })

/** Truncated texts or texts with an extra character. Most are no longer JSON. */
const damaged = fc
  .tuple(document, fc.nat(), fc.constantFrom('', '"', '{', ']', ',', "'", '//', '\0', '\ufeff', '\n'))
  .map(([text, at, extra]) => {
    const position = at % (text.length + 1)
    return extra === '' ? text.slice(0, position) : text.slice(0, position) + extra + text.slice(position)
  })

/** Documents, damaged documents, other values and arbitrary texts. */
export const hostileText = fc.oneof(
  { weight: 6, arbitrary: document },
  { weight: 3, arbitrary: damaged },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
