import { defaultBodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { everywhere } from '@trestle/domain/listings/choices.ts'
import { listingLimits as limits } from '@trestle/domain/listings/limits.ts'
import { categories, productTools, securityStandards, ssoProviders } from '@trestle/domain/listings/lists.ts'
import { maxText } from '@trestle/domain/listings/contract.ts'
import { validateManifestContent } from '@trestle/domain/manifests/contract.ts'
import { maxEventsPerCall } from '@trestle/domain/metrics/contract.ts'
import { createNotification } from '@trestle/domain/notifications/contract.ts'
import { maxBody, maxSummary, maxTitle } from '@trestle/domain/notifications/rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  buildApp,
  buildDeveloper,
  simpleManifest,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { apiCall, startService } from '../../testing/platform.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { routes } from '../routes.ts'

/** Returns characters that take three bytes on the wire, but count as one toward every limit. */
const wide = (length: number): string => '界'.repeat(length)

type Schema = Exclude<z.core.JSONSchema._JSONSchema, boolean>

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

const longest = (values: unknown[]): unknown =>
  values.reduce((best, value) => (jsonBytes(value) > jsonBytes(best) ? value : best))

/** A string without a limit in the contract is a number, a flag or a time, which are short. */
const shortText = '9007199254740991'

function largestText({ maxLength, enum: choices, const: only, format }: Schema): unknown {
  if (choices) return longest(choices)
  if (only !== undefined) return only
  if (format !== undefined) return 'x'.repeat(maxLength ?? 36)
  return maxLength === undefined ? shortText : wide(maxLength)
}

/** Builds the largest body that a contract accepts, in bytes and in values. */
function largest(schema: Schema): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return longest(choices.map((choice) => largest(choice as Schema)))
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([name, field]) => [name, largest(field as Schema)]))
  }
  if (schema.type === 'array') {
    return Array.from({ length: schema.maxItems ?? 0 }, () => largest(schema.items as Schema))
  }
  if (schema.type === 'string') return largestText(schema)
  if (schema.type === 'boolean') return false
  return schema.type === 'null' ? null : Number.MAX_SAFE_INTEGER
}

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + 1 + countValues(each), 0)
    : 0

/** Calls whose size other rules limit. They are tested below with the largest body that those rules allow. */
const limitedByRules = /manifest|submissions|platform\/events/

test.each(
  routes
    .filter(({ endpoint }) => endpoint.body && !limitedByRules.test(endpoint.path))
    .map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)('%s accepts the largest body of its contract', (_name, { body, bodyLimit = defaultBodyLimit }) => {
  const value = largest(z.toJSONSchema(body ?? z.object(), { io: 'input', unrepresentable: 'any' }) as Schema)
  expect(jsonBytes(value)).toBeLessThanOrEqual(bodyLimit.kilobytes * 1024)
  expect(countValues(value)).toBeLessThanOrEqual(bodyLimit.values)
})

let server: TestServer
let staff: DeveloperRow
let app: AppRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true, is_employee: true })
  app = await buildApp(server, { owner_id: staff.id })
})
afterAll(() => server.close())

const address = `https://portal.test/${'x'.repeat(limits.url - 20)}`
const email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'a'.repeat(60)}.test`
const link = { label: wide(limits.label), url: address }
const toIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Makes every field as long as the rules of a listing allow (LVAL-44). */
const largestListing = () => ({
  public_name: wide(limits.public_name),
  tagline: wide(limits.tagline),
  built_by: wide(limits.built_by),
  sold_by: wide(limits.sold_by),
  description: wide(limits.description),
  about: wide(limits.about),
  how_it_works: wide(limits.how_it_works),
  category_ids: toIds(categories).slice(0, limits.categories),
  draft_developer_notes: wide(limits.draft_developer_notes),
  notes: wide(limits.notes),
  admin_notes: wide(maxText),
  subscription_required: true,
  connector_required: true,
  has_trials: true,
  pricing_url: address,
  pricing_description: wide(limits.pricing_description),
  ...everywhere(),
  helpful_links: Array.from({ length: limits.helpful_links }, () => link),
  feature_bullets: Array.from({ length: limits.feature_bullets }, () => wide(limits.feature_bullet)),
  website_link: link,
  support_email: email,
  product_tool_ids: toIds(productTools),
  requirements: Array.from({ length: limits.requirements }, () => wide(limits.requirement)),
  contact_us_email: email,
  security_questionnaire_visible: true,
  security_questionnaire: {
    company_legal_name: wide(limits.line),
    company_headquarters: wide(limits.line),
    data_processing_locations: wide(limits.details),
    data_processing_country_ids: everywhere().country_ids,
    has_subprocessors: true,
    subprocessors_details: wide(limits.details),
    has_sensitive_data: true,
    sensitive_data_handling_details: wide(limits.details),
    has_security_contact: true,
    security_email: email,
    has_security_standards: true,
    security_standard_ids: toIds(securityStandards),
    other_security_standards: wide(limits.line),
    has_disclosure_program: true,
    disclosure_program_url: address,
    has_sso_support: true,
    sso_providers: ssoProviders,
    other_sso_providers: wide(limits.line),
  },
})

test('saves the largest listing', async () => {
  const { id } = await buildSubmission(server, await buildApp(server), { media: [] })
  const answer = await server.as(staff).patch(`/api/v1/admin/submissions/${id}`, largestListing())
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  expect(answer.body.description).toHaveLength(limits.description)
})

test('saves a listing with every choice that is sent as a form', { tags: ['API-67'] }, async () => {
  const { id } = await buildSubmission(server, await buildApp(server), { media: [] })
  const payload = stringifyBrackets(largestListing())
  const answer = await server.as(staff).send({
    method: 'PATCH',
    url: `/api/v1/admin/submissions/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  expect(Object.keys(answer.body.countries)).toHaveLength(everywhere().country_ids.length)
  expect(answer.body.helpful_links).toHaveLength(limits.helpful_links)
})

test('checks and saves the largest manifest, as an object and as text', async () => {
  const size = 256 * 1024
  const frame = jsonBytes({ ...simpleManifest, app_manifest: { note: '' } })
  // Characters that are escaped when the manifest is sent as text.
  const note = '"\n'.repeat((size - frame) / 4)
  const content = { ...simpleManifest, app_manifest: { note } }
  expect(jsonBytes(content)).toBeGreaterThan(size - 4)
  for (const sent of [content, JSON.stringify(content)]) {
    const checked = await server.as(staff).call(validateManifestContent, {
      query: { developer_app_id: app.id },
      body: { manifest: { content: sent } },
    })
    expect([checked.status, checked.body.data?.errors]).toEqual([200, []])
  }
  const saved = await server.as(staff).post('/api/v1/app_versioned_manifests', {
    developer_app_id: app.id,
    manifest: { content: JSON.stringify(content) },
    semantic_version: '0.1.0',
  })
  expect([saved.status, saved.body.errors]).toEqual([201, undefined])
})

test('accepts the largest batch of events', async () => {
  const service = await startService(server)
  const events = Array.from({ length: maxEventsPerCall }, (_, n) => ({
    ...apiCall(app, { normalized_route: `/${'x'.repeat(499)}`, count: 1_000_000_000 }),
    event_id: `${n}-`.padEnd(100, 'x'),
    company: { id: Number.MAX_SAFE_INTEGER, name: wide(200), demo: false },
    user_email: email,
  }))
  const answer = await service.send(events)
  expect([answer.status, answer.body]).toEqual([200, { accepted: maxEventsPerCall, repeated: 0 }])
})

test('publishes the largest notification', async () => {
  const answer = await server.as(staff).call(createNotification, {
    body: {
      title: wide(maxTitle),
      summary: wide(maxSummary),
      body: wide(maxBody),
    },
  })
  expect([answer.status, answer.body.body?.length]).toEqual([201, maxBody])
})
