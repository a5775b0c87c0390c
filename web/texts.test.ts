import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../', import.meta.url)

/** Returns the sources of a pattern as `file:line text`, without tests and comments. */
const listLines = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(new URL(file, root), 'utf8')
        .split('\n')
        .map((line, index) => `${file}:${index + 1} ${line.trim()}`),
    )
    .filter((line) => !/^\S+ (\/\/|\/?\*)/.test(line))

const uiTexts = listLines('web/src/texts/*.ts')
const content = listLines('content/{documentation/*,terms}.md')
/** Without the examples, which quote what people write on a site. */
const reference = listLines('content/reference/**/*.{yaml,md}').filter((line) => !line.includes('<p>'))
const allTexts = [...uiTexts, ...listLines('{domain,server}/src/**/*.ts'), ...listLines('web/src/**/*.tsx')]

describe('texts of the UI and the server', () => {
  // Like the specification's texts.
  test('use straight apostrophes and quotation marks only', () => {
    expect(allTexts.length).toBeGreaterThan(10_000)
    expect(allTexts.filter((line) => /[‘’“”]/.test(line))).toEqual([])
  })

  test('use words that users know', () => {
    const unusual = /\b(somebody|anybody|everybody|nobody|whoever|whom|meanwhile|anew|shall)\b/i
    expect(content.length).toBeGreaterThan(1_000)
    expect(reference.length).toBeGreaterThan(10_000)
    expect([...allTexts, ...content, ...reference].filter((line) => unusual.test(line))).toEqual([])
  })

  // Only where the specification quotes it.
  test('write email without a hyphen', () => {
    expect([...uiTexts, ...content].filter((line) => /e-mail/i.test(line))).toEqual([
      expect.stringContaining('We will e-mail it to {{address}}.'),
      expect.stringContaining('We will e-mail it to …'),
    ])
  })

  test('contract "could not", except where the specification quotes it', () => {
    const quoted = [
      "'Could not save'",
      "'Could not load'",
      "'The changelog could not be loaded.'",
      "'The manifest could not be read as JSON.'",
      "'The video could not be uploaded. Please try again.'",
    ]
    const uncontracted = uiTexts.filter((line) => /could not/i.test(line))
    expect(uncontracted.filter((line) => !quoted.some((text) => line.includes(text)))).toEqual([])
    expect(quoted.filter((text) => !uncontracted.some((line) => line.includes(text)))).toEqual([])
  })

  test('name buttons in the documentation as the UI does', () => {
    const named = content.flatMap((line) =>
      [...line.matchAll(/\bselects? \*\*(.+?)\*\*(?: (?:or|and select) \*\*(.+?)\*\*)?/gi)].flatMap((match) =>
        match.slice(1).filter(Boolean),
      ),
    )
    const labels = new Set(
      uiTexts.flatMap((line) => [...line.matchAll(/['"](.+)['"]/g)].map(([, label]) => label)),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((label) => !labels.has(label))).toEqual([])
  })
})
