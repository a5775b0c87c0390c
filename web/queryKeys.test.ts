import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(new URL(file, import.meta.url), 'utf8') }))

type Source = (typeof sources)[number]

/** A key comes from a factory or from query options. */
const factoryKey = /^(\w+Keys\.\w+|\w+(\([^\n]*\))?\.queryKey)\b/

const literalKeys = ({ file, text }: Source): string[] =>
  [...text.matchAll(/\bqueryKey:\s*([^\n]+)/g)].flatMap(([, key = '']) =>
    factoryKey.test(key) ? [] : [`${file}: ${key}`],
  )

/** Each factory with the first part of its keys. */
const factories = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/const (\w+Keys) = \{\s*all: \['(\w+)'\]/g)].map(([, name = '', root = '']) => ({
    file,
    name,
    root,
  })),
)

test('every query key comes from a factory', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(sources.flatMap(literalKeys)).toEqual([])
})

test('a key written out is reported anywhere in a file', () => {
  const report = (text: string) => literalKeys({ file: 'a.ts', text })
  expect(report(`client.invalidateQueries({ queryKey: ['apps'] })`)).toHaveLength(1)
  expect(report(`queryOptions({\n  queryKey:\n    ['apps', id],\n})`)).toHaveLength(1)
  expect(report(`queryOptions({ queryKey: key })`)).toHaveLength(1)
  expect(report(`client.setQueryData(x, { queryKey: appKeys.detail(id) })`)).toEqual([])
  expect(report(`invalidateQueries({ queryKey: adminDeveloper(String(id)).queryKey })`)).toEqual([])
})

test('each factory is in the queries of its feature and has its own keys', () => {
  const roots = factories.map(({ root }) => root)
  expect(roots.length).toBeGreaterThan(12)
  expect(new Set(roots).size).toBe(roots.length)
  const elsewhere = factories.filter(({ file }) => !file.endsWith('/queries.ts'))
  expect(elsewhere.map(({ file }) => file)).toEqual(['src/shared/appKeys.ts'])
  // No key is assembled outside its factory.
  for (const { root } of factories) {
    const uses = sources.filter(({ text }) => new RegExp(`(?<!classes)\\['${root}'`).test(text))
    expect(uses.map(({ file }) => file)).toEqual([factories.find((each) => each.root === root)?.file])
  }
})
