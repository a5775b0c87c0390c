import { expect, test } from 'vitest'
import { hasBrokenToken, isHttpsTemplate, parameterKeyProblem, findTokens } from './interpolation.ts'

test('finds tokens anywhere in an address', { tags: ['MAN-30'] }, () => {
  expect(findTokens('https://{{region}}.x.example/{{ path }}?p={{procore.project.id}}')).toEqual([
    'region',
    'path',
    'procore.project.id',
  ])
  expect(findTokens('https://x.example/{region}')).toEqual([])
})

test.each([
  'https://x.example/{{',
  'https://x.example/{{1a}}',
  'https://x.example/{{a b}}',
  'https://x.example/{{}}',
])('finds braces that are not a token in %s', { tags: ['MAN-30'] }, (template) =>
  expect(hasBrokenToken(template)).toBe(true),
)

test('accepts complete tokens', { tags: ['MAN-30'] }, () => {
  expect(hasBrokenToken('https://{{a}}.x.example/{{procore.company.id}}')).toBe(false)
})

test.each([
  ['https://x.example', true],
  ['https://{{region}}.x.example/{{a}}?b={{c}}', true],
  ['https://{{host}}', true],
  ['HTTPS://x.example', true],
  ['http://x.example', false],
  ['https:x.example', false],
  ['https:///path', false],
  ['//x.example', false],
  ['x.example', false],
  ['javascript:alert(1)', false],
  ['{{address}}', false],
  ['https://x .example', false],
  ['https://x.example/a b', false],
  ['', false],
])('decides whether %s is an https address: %s', { tags: ['CONF-21'] }, (template, expected) => {
  expect(isHttpsTemplate(template)).toBe(expected)
})

test.each(['a', 'folderID', 'my_path1', `a${'b'.repeat(62)}`])(
  'accepts %s as a parameter key',
  { tags: ['CONF-26'] },
  (key) => {
    expect(parameterKeyProblem(key)).toBeNull()
  },
)

test.each(['', '1a', '_a', 'a-b', 'a.b', 'ä', `a${'b'.repeat(63)}`])(
  'refuses %s as a parameter key',
  { tags: ['CONF-26'] },
  (key) => {
    expect(parameterKeyProblem(key)).toMatch(/Keys start with a letter/)
  },
)

test.each(['procore', 'procore_id', 'ProcoreId'])(
  "refuses %s, which looks like the platform's own",
  { tags: ['CONF-26'] },
  (key) => {
    expect(parameterKeyProblem(key)).toMatch(/reserved for the platform/)
  },
)
