import { expect, test } from 'vitest'
import { fields, leaf, rows, type Difference } from './comparison.ts'

interface Link {
  label: string
  url: string
}

const text = leaf((value: string) => value)

test('rejects a field without a comparison at compile time', () => {
  // @ts-expect-error -- `url` has no comparison
  fields<Link, Difference<string>>({ label: text })
})

test('rejects a field compared as another type at compile time', () => {
  // @ts-expect-error -- `url` isn't a number
  fields<Link, Difference<string>>({ label: text, url: leaf((value: number) => String(value)) })
})

test('gives a difference a path and both values', () => {
  const link = fields<Link, Difference<string>>({ label: text, url: text })
  const compare = fields<{ links: readonly Link[] }, Difference<string>>({
    links: rows(link, { label: '', url: '' }),
  })
  const help = { label: 'Help', url: 'https://a.test' }
  expect(compare({ links: [help] }, { links: [{ ...help, url: 'https://b.test' }, help] })).toEqual([
    { path: 'links.0.url', before: 'https://a.test', after: 'https://b.test' },
    { path: 'links.1.label', before: '', after: 'Help' },
    { path: 'links.1.url', before: '', after: 'https://a.test' },
  ])
})
