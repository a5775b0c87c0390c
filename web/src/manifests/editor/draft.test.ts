import { expect, test } from 'vitest'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { toVersion41 } from '@trestle/domain/manifests/document/convert.ts'
import { templates } from '@trestle/domain/manifests/templates.ts'
import { draftFrom, findNewest } from './draft.ts'

const versionWith = (content: Record<string, unknown>) =>
  ({ content, next_version_content: toVersion41(content).content }) as unknown as ManifestVersion

test('starts the first draft from the newest template', { tags: ['MAN-41'] }, () => {
  const draft = draftFrom(undefined, templates)
  expect(JSON.parse(draft.text ?? '')).toEqual(templates['4.1'])
  expect(draft).toMatchObject({ basedOn: null, isConverted: false, dropped: [] })
})

test('starts a later draft from the next content of the latest version', { tags: ['MAN-41'] }, () => {
  const latest = versionWith({ schema_version: '4.1', oauth: { enabled: true } })
  const draft = draftFrom(latest, templates)
  expect(JSON.parse(draft.text ?? '')).toEqual(latest.next_version_content)
  expect(draft).toMatchObject({ basedOn: latest, isConverted: false, dropped: [] })
})

test('opens a schema 3 version converted, with a list of what was left out', { tags: ['MAN-41'] }, () => {
  const latest = versionWith({
    schema_version: '3',
    components: {
      iframe: { instances: [{ name: 'Board', type: 'fullscreen', iframe_src: 'https://example.com' }] },
    },
  })
  const draft = draftFrom(latest, templates)
  expect(draft.isConverted).toBe(true)
  expect(draft.dropped).toEqual(['/components/iframe/instances/0/name'])
  expect(JSON.parse(draft.text ?? '')).toEqual({
    schema_version: '4.1',
    fullscreen: { source_url: 'https://example.com' },
  })
})

test("returns no text for content that JSON can't represent", { tags: ['ERR-21'] }, () => {
  const latest = { ...versionWith({ schema_version: '4.1' }), next_version_content: { broken: 7n } }
  expect(draftFrom(latest, templates).text).toBeNull()
})

test(
  'starts from the newest version, and from the sandbox version rather than its copy in production',
  { tags: ['MAN-41'] },
  () => {
    const version = (versionable_type: ManifestVersion['versionable_type'], number: number) =>
      ({ versionable_type, version: number, semantic_version: null }) as unknown as ManifestVersion
    const sandbox = version('Sandbox', 2)
    const copy = version('ProductionEnvironment', 2)
    const older = version('Sandbox', 1)
    expect(findNewest([copy, sandbox, older], 'Sandbox')).toBe(sandbox)
    expect(findNewest([version('ProductionEnvironment', 1), sandbox, older], 'Sandbox')).toBe(sandbox)
    expect(findNewest([copy, older], 'Sandbox')).toBe(copy)
    expect(findNewest([sandbox, older], 'ProductionEnvironment')).toBeUndefined()
    expect(findNewest([], 'Sandbox')).toBeUndefined()
  },
)
