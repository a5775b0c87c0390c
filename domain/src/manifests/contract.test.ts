import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  createManifest,
  listManifests,
  listSnippets,
  promoteVersion,
  reviewVersion,
  showManifest,
  validateManifestContent,
} from './contract.ts'

const complaints = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []

const key = '3f1b8a4e-52c6-4f0e-9a55-0c6f3f1a2b3c'

describe('the list of manifests', () => {
  test(
    'accepts an app and an environment, with a hundred rows per page',
    { tags: ['API-51', 'API-60'] },
    () => {
      const query = { filters: { developer_app_id: '7', versionable_type: 'Sandbox' } }
      expect(listManifests.query.parse(query)).toEqual({
        page: 1,
        per_page: 100,
        filters: { developer_app_id: 7, versionable_type: 'Sandbox' },
      })
      expect(listManifests.query.parse({ ...query, per_page: '20' }).per_page).toBe(20)
    },
  )

  test('requires the app and accepts two environments', { tags: ['API-51'] }, () => {
    expect(complaints(listManifests.query, { filters: {} })).toHaveLength(1)
    expect(complaints(listManifests.query, {})).toEqual(['filters: Send filters[developer_app_id]'])
    expect(
      complaints(listManifests.query, { filters: { developer_app_id: '7', versionable_type: 'x' } }),
    ).toHaveLength(1)
    expect(complaints(listManifests.query, { filters: { developer_app_id: '7' }, x: '1' })).toHaveLength(1)
  })
})

test('accepts a single version by its number', { tags: ['API-53'] }, () => {
  expect(showManifest.params.parse({ id: '12' })).toEqual({ id: 12 })
  expect(complaints(showManifest.params, { id: 'x' })).toHaveLength(1)
})

test(
  'accepts a manifest as an object or as text, and its version number only where there is one',
  { tags: ['API-54'] },
  () => {
    const body = { developer_app_id: 7, manifest: { content: { schema_version: '4.1' } } }
    expect(createManifest.body.parse(body)).toEqual({ ...body, allow_empty_save: false })
    expect(
      createManifest.body.parse({ ...body, manifest: { content: '{' }, semantic_version: ' 1.0.0 ' }),
    ).toMatchObject({
      manifest: { content: '{' },
      semantic_version: '1.0.0',
    })
    expect(complaints(createManifest.body, { developer_app_id: 7 })).toEqual([
      'manifest: This field is required',
    ])
    expect(complaints(createManifest.body, { ...body, manifest: {} })).toEqual([
      'manifest.content: This field is required',
    ])
    expect(complaints(createManifest.body, { ...body, state: 'published' })).toHaveLength(1)
  },
)

test('requires a version key and release notes for a promotion', { tags: ['API-55', 'PROM-16'] }, () => {
  expect(complaints(promoteVersion.body, { source_app_version_id: key, changelog: 'Faster.' })).toEqual([])
  expect(complaints(promoteVersion.body, { source_app_version_id: '7', changelog: ' ' })).toEqual([
    'source_app_version_id: Source app version id must be an app version key',
    'changelog: This field is required',
  ])
})

test('addresses a review change to an app version key, with a state and notes', { tags: ['API-56'] }, () => {
  expect(complaints(reviewVersion.params, { id: key })).toEqual([])
  expect(complaints(reviewVersion.params, { id: '7' })).toHaveLength(1)
  expect(complaints(reviewVersion.body, { state: 'in_review', developer_notes: 'a' })).toEqual([])
  expect(complaints(reviewVersion.body, { state: 'published', admin_notes: 'a' })).toEqual([])
  expect(complaints(reviewVersion.body, { state: 'approved' })).toEqual([
    'state: State must be one of confidential, in_review, published',
  ])
  expect(complaints(reviewVersion.body, { state: 'published', changelog: 'new' })).toHaveLength(1)
})

test(
  'accepts any JSON as the content of a validation, and requires its environment',
  { tags: ['API-57', 'API-60'] },
  () => {
    const { query, body } = validateManifestContent
    expect(query.parse({ developer_app_id: '7', environment_type: 'production' }).environment_type).toBe(
      'production',
    )
    expect(complaints(query, { developer_app_id: '7', environment_type: 'Sandbox' })).toHaveLength(1)
    for (const content of [{}, '', [], 1, null, true]) {
      expect(complaints(body, { manifest: { content } })).toEqual([])
    }
  },
)

test('accepts the schema versions 3 and 4.1 for snippets', { tags: ['API-59'] }, () => {
  expect(complaints(listSnippets.params, { version: '4.1' })).toEqual([])
  expect(complaints(listSnippets.params, { version: '4' })).toHaveLength(1)
  expect(listSnippets.query.parse({ has_existing_manifest: 'true' })).toEqual({ has_existing_manifest: true })
})
