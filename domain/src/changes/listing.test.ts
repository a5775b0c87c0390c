import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mediaItem } from '../../testing/mediaItem.ts'
import { ListingFields, ListingMedia, type ListingContent } from '../listings/content.ts'
import { emptyContent } from '../listings/emptyContent.ts'
import type { ListingSection } from '../listings/rules.ts'
import { compareListings } from './listing.ts'

const Content = z.object({ ...ListingFields.shape, ...ListingMedia.shape })

type Schema = z.core.$ZodType

/** Returns arbitrary values of a listing schema. */
function arbitraryFor(schema: Schema): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string') return fc.string()
  if (def.type === 'number') return fc.integer({ min: 1, max: 900 })
  if (def.type === 'boolean') return fc.boolean()
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries))
  if (def.type === 'nullable') return fc.option(arbitraryFor(def.innerType))
  if (def.type === 'array') {
    return fc
      .array(arbitraryFor(def.element), { maxLength: 4 })
      .map((list) => list.filter((item, at) => list.findIndex((other) => toId(other) === toId(item)) === at))
  }
  if (def.type === 'object') {
    return fc.record(
      Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, arbitraryFor(field)])),
    )
  }
  throw new Error(`No values of ${def.type}`)
}

const hasId = (item: unknown): item is { id: number } =>
  typeof item === 'object' && item !== null && 'id' in item

const toId = (item: unknown): unknown => (hasId(item) ? item.id : JSON.stringify(item))

/** Returns a value that differs visibly from this one. */
function another(schema: Schema, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string') return `${String(value)}x`
  if (def.type === 'number') return Number(value) + 1
  if (def.type === 'boolean') return value !== true
  if (def.type === 'enum') return Object.values(def.entries).find((each) => each !== value)
  if (def.type === 'nullable') {
    return value === null ? another(def.innerType, unusedValue(def.innerType)) : null
  }
  if (def.type === 'array') return [...(value as unknown[]), another(def.element, unusedValue(def.element))]
  if (def.type === 'object') {
    return Object.fromEntries(
      Object.entries(def.shape).map(([key, field]) => [key, another(field, Reflect.get(Object(value), key))]),
    )
  }
  throw new Error(`No values of ${def.type}`)
}

/** Returns a value that no generated listing has: generated ids end at 900. */
function unusedValue(schema: Schema): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'number') return 1000
  if (def.type !== 'object') return def.type === 'string' ? 'new ' : null
  return Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, unusedValue(field)]))
}

/** Returns the paths of a listing's fields, and of the fields of its objects. */
function pathsIn(schema: Schema, at: string[] = []): string[][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return [at]
  return Object.entries(def.shape).flatMap(([key, field]) => pathsIn(field, [...at, key]))
}

function changed(schema: Schema, value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return another(schema, value)
  const field = (schema as z.ZodObject).shape[key] as Schema
  return { ...Object(value), [key]: changed(field, Reflect.get(Object(value), key), rest) }
}

const anyListing = arbitraryFor(Content) as fc.Arbitrary<ListingContent>

const sectionsByHand: Record<ListingSection, string[]> = {
  app: [
    'public_name',
    'tagline',
    'built_by',
    'sold_by',
    'description',
    'about',
    'how_it_works',
    'category_ids',
    'app_version_id',
    'draft_developer_notes',
    'installable',
    'beta',
  ],
  regions: [
    'subscription_required',
    'connector_required',
    'has_trials',
    'pricing_url',
    'pricing_description',
    'region_ids',
    'country_ids',
  ],
  links: ['helpful_links'],
  features: ['feature_bullets'],
  support: ['website_link', 'support_email'],
  tools: ['product_tool_ids'],
  requirements: ['requirements'],
  contact: ['contact_us_email', 'learn_how_url', 'create_lead'],
  media: ['small_logo', 'pictures', 'videos'],
  security: ['security_questionnaire_visible', 'security_questionnaire'],
  staff: ['security_badge', 'security_questionnaire_document', 'notes', 'showcase_video'],
}

const findSection = (field: string | undefined): ListingSection | undefined =>
  (Object.keys(sectionsByHand) as ListingSection[]).find((section) =>
    sectionsByHand[section].some((each) => each === field),
  )

describe('comparing two listings', { tags: ['LADM-08'] }, () => {
  test('finds no difference between a listing and itself', () => {
    fc.assert(
      fc.property(anyListing, (listing) => {
        expect(compareListings(listing, Content.parse(listing))).toEqual([])
      }),
    )
  })

  test.each(pathsIn(Content).map((path) => ({ name: path.join('.'), path })))(
    'reports another $name as a change in its section, in both directions',
    ({ name, path }) => {
      fc.assert(
        fc.property(anyListing, (listing) => {
          const other = changed(Content, listing, path) as ListingContent
          for (const found of [compareListings(listing, other), compareListings(other, listing)]) {
            expect(found).not.toEqual([])
            for (const change of found) {
              expect(change.section).toBe(findSection(path[0]))
              expect(`${change.path}.`).toContain(`${name}.`)
            }
          }
        }),
        { numRuns: 25 },
      )
    },
  )

  test('shows a changed link and a changed email address with the published ones', () => {
    const published = {
      ...emptyContent,
      contact_us_email: 'sales@northgate.test',
      helpful_links: [{ label: 'Guide', url: 'https://northgate.test/guide' }],
    }
    const next = {
      ...published,
      contact_us_email: 'sales@n0rthgate.test',
      helpful_links: [{ label: 'Guide', url: 'https://n0rthgate.test/guide' }],
    }
    expect(compareListings(published, next)).toEqual([
      {
        section: 'links',
        path: 'helpful_links.0.url',
        before: { kind: 'text', text: 'https://northgate.test/guide' },
        after: { kind: 'text', text: 'https://n0rthgate.test/guide' },
      },
      {
        section: 'contact',
        path: 'contact_us_email',
        before: { kind: 'text', text: 'sales@northgate.test' },
        after: { kind: 'text', text: 'sales@n0rthgate.test' },
      },
    ])
  })

  test('treats a string without visible characters as empty', () => {
    const before = { ...emptyContent, tagline: '' }
    expect(compareListings(before, { ...before, tagline: ' \u200B' })).toEqual([])
  })

  test('compares regions and countries by name, in any order', () => {
    const published = { ...emptyContent, region_ids: [2, 1], country_ids: [840, 124] }
    const next = { ...emptyContent, region_ids: [1], country_ids: [124, 840] }
    expect(compareListings(published, next)).toEqual([
      {
        section: 'regions',
        path: 'region_ids',
        before: { kind: 'names', names: ['Canada', 'United States'] },
        after: { kind: 'names', names: ['United States'] },
      },
    ])
  })

  test('compares screenshots by file: order, texts, additions and removals', () => {
    const picture = (id: number, name: string) => mediaItem(id, 'Picture', { name })
    const published = { ...emptyContent, pictures: [picture(1, 'Board'), picture(2, ''), picture(3, '')] }
    const next = { ...emptyContent, pictures: [picture(2, ''), picture(4, ''), picture(1, 'Fire board')] }
    const paths = compareListings(published, next).map(({ path }) => path)
    expect(paths).toEqual(['pictures.order', 'pictures.4', 'pictures.1.name', 'pictures.3'])
  })

  test('shows the properties of a file, and nothing for one that is unknown', () => {
    const before = { ...emptyContent, small_logo: mediaItem(1, 'Logo', { width: null, bytes: 10 }) }
    const after = { ...emptyContent, small_logo: mediaItem(1, 'Logo', { width: 400, bytes: 20 }) }
    expect(compareListings(before, after)).toEqual([
      {
        section: 'media',
        path: 'small_logo.bytes',
        before: { kind: 'text', text: '10' },
        after: { kind: 'text', text: '20' },
      },
      {
        section: 'media',
        path: 'small_logo.width',
        before: { kind: 'none' },
        after: { kind: 'text', text: '400' },
      },
    ])
  })
})
