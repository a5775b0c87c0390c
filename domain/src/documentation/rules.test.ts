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
])('links the heading %s at #%s', (heading, anchor) => {
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

test('splits a page at its headings, but never inside a code block', () => {
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

test('keeps the text of links, tables and code without their markup', () => {
  expect(plainText(toPassages(page)[2]?.text ?? '').trim()).toBe('A B one two')
  expect(plainText('1. Press **Create App**\n- see [OAuth](/documentation/oauth#secrets)')).toBe(
    'Press Create App see OAuth',
  )
  expect(plainText('It says *No Notifications.* for `https://*.example.com/*`')).toBe(
    'It says No Notifications. for https://*.example.com/*',
  )
  expect(plainText('It says *Line 2: `http://a.example` must use https.*')).toBe(
    'It says Line 2: http://a.example must use https.',
  )
  expect(plainText('```json\n{ "a": 1 }\n```')).toBe('{ "a": 1 }')
  expect(plainText('```\n# a **comment**\n```'), 'code keeps its marks').toBe('# a **comment**')
})

test('finds links in text but not in examples', () => {
  expect(findLinks('[a](/x) and [b](https://e.example "t")\n```\n[c](/z)\n```')).toEqual(['/x'])
  expect(findLinks('[a](/x), [b](#y)')).toEqual(['/x', '#y'])
})

describe('text for both kinds of portal', () => {
  const text = 'Both.\n:::commercial\nOnly here.\n:::\n:::government\nOnly there.\n:::\nEnd.'

  test('contains only the lines for the portal, without the markers', () => {
    expect(textFor(text, here)).toBe('Both.\nOnly here.\nEnd.')
    expect(textFor(text, government)).toBe('Both.\nOnly there.\nEnd.')
  })

  test("text for both kinds of portal has the platform's name, and keeps the braces of manifest variables", () => {
    expect(textFor('{{platform}} and {{procore.project.id}}', here)).toBe('Girder and {{procore.project.id}}')
  })

  test('leaves markers inside a code block alone', () => {
    const code = '```\n:::commercial\n:::\n```'
    expect(textFor(code, government)).toBe(code)
    expect(textFor(`:::commercial\n${code}\nOnly here.\n:::\nBoth.`, government)).toBe('Both.')
  })

  test('text for both kinds of portal can omit a table row', () => {
    const table = '| a |\n|---|\n:::commercial\n| b |\n:::\n| c |'
    expect(textFor(table, government)).toBe('| a |\n|---|\n| c |')
  })
})
