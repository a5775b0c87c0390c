import { describe, expect, test } from 'vitest'
import { toAnchor, findLinks, toPassages, plainText, textFor } from './rules.ts'

const here = { platformName: 'Girder', isGovernmentCloud: false }
const government = { ...here, isGovernmentCloud: true }

test.each([
  ['Redirect URIs', 'redirect-uris'],
  ['1. Create your account', '1-create-your-account'],
  ['Keys of schema 4.1', 'keys-of-schema-4-1'],
  ['What next?', 'what-next'],
  ['Überblick & more', 'überblick-more'],
])('the heading %s is found at #%s', (heading, anchor) => {
  expect(toAnchor(heading)).toBe(anchor)
})

const page = `Before.

## First \`code\`

Text of **first**.

\`\`\`sh
## no heading
\`\`\`

### Deeper

| A | B |
|---|---|
| one | [two](/documentation/oauth) |

## Last
`

test('a page is cut at its headings, and never inside a block of code', () => {
  expect(toPassages(page).map(({ heading, anchor, level }) => [heading, anchor, level])).toEqual([
    [null, null, 1],
    ['First code', 'first-code', 2],
    ['Deeper', 'deeper', 3],
    ['Last', 'last', 2],
  ])
  expect(toPassages(page)[1]?.text).toContain('## no heading')
  expect(toPassages('## 1. Create **your** [account](/account)')[0]).toMatchObject({
    heading: '1. Create your account',
    anchor: '1-create-your-account',
  })
  expect(toPassages('## Only a heading')).toHaveLength(1)
})

test('plain text has the words of links, tables and code, and none of their marks', () => {
  expect(plainText(toPassages(page)[2]?.text ?? '').trim()).toBe('A B one two')
  expect(plainText('1. Press **Create App**\n- see [OAuth](/documentation/oauth#secrets)')).toBe(
    'Press Create App see OAuth',
  )
  expect(plainText('It says *No Notifications.* for `https://*.example.com/*`')).toBe(
    'It says No Notifications. for https://*.example.com/*',
  )
  expect(plainText('```json\n{ "a": 1 }\n```')).toBe('{ "a": 1 }')
})

test('links are found in text, and not in examples', () => {
  expect(findLinks('[a](/x) and [b](https://e.example "t")\n```\n[c](/z)\n```')).toEqual(['/x'])
  expect(findLinks('[a](/x), [b](#y)')).toEqual(['/x', '#y'])
})

describe('one text for two portals', () => {
  const text = 'Both.\n:::commercial\nOnly here.\n:::\n:::government\nOnly there.\n:::\nEnd.'

  test('each reads its own lines, and the marks are gone', () => {
    expect(textFor(text, here)).toBe('Both.\nOnly here.\nEnd.')
    expect(textFor(text, government)).toBe('Both.\nOnly there.\nEnd.')
  })

  test('the platform has its name, and variables of manifests keep their braces', () => {
    expect(textFor('{{platform}} and {{procore.project.id}}', here)).toBe('Girder and {{procore.project.id}}')
  })

  test('marks inside a block of code are an example', () => {
    const code = '```\n:::commercial\n:::\n```'
    expect(textFor(code, government)).toBe(code)
  })

  test('a row of a table can be left out', () => {
    const table = '| a |\n|---|\n:::commercial\n| b |\n:::\n| c |'
    expect(textFor(table, government)).toBe('| a |\n|---|\n| c |')
  })
})
