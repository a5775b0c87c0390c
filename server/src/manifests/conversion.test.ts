import { toVersion41 } from '@trestle/domain/manifests/document/convert.ts'
import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { views } from '@trestle/domain/manifests/configurations/views.ts'
import { levelsFor } from '@trestle/domain/permissions/rules.ts'
import { renamedTools, tools } from '@trestle/domain/permissions/tools.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateManifest } from './validate.ts'

const context = { isGovernmentCloud: false, allowEmpty: false, authCodeLocked: false }

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((s) => s.trim() !== '')
const page = fc.webUrl({ validSchemes: ['https'] })
const link = fc.record({ url: page, label: text })
const key = fc.stringMatching(/^[a-oA-O][A-Za-z0-9_]{0,10}$/)
const parameter = fc.record(
  { name: text, type: fc.constant('string'), description: fc.string(), support_link: link },
  { requiredKeys: ['name', 'type'] },
)
const configuration = fc.dictionary(key, parameter, { noNullPrototype: true }).map((properties) => ({
  schema: { type: 'object', required: Object.keys(properties).slice(0, 1), properties },
}))
const common = {
  name: text,
  iframe_src: page,
  required: fc.boolean(),
  description: fc.string(),
  uuid: fc.uuid(),
  configuration,
}
const requiredKeys = ['name', 'iframe_src'] as const
const fullscreen = fc.record(
  { ...common, type: fc.constant('fullscreen') },
  { requiredKeys: [...requiredKeys] },
)
const sidepanel = fc.record(
  {
    ...common,
    type: fc.constant('sidepanel'),
    views: fc.uniqueArray(fc.constantFrom(...views.map((view) => view.key)), {
      minLength: 1,
      maxLength: 5,
    }),
  },
  { requiredKeys: [...requiredKeys, 'type', 'views'] },
)
const levels = (scope: 'company' | 'project') =>
  fc
    .uniqueArray(fc.constantFrom(...tools[scope]), { maxLength: 4, selector: (tool) => tool.name })
    .chain((some) =>
      fc.tuple(
        ...some.map((tool) =>
          fc.tuple(fc.constant(tool.name), fc.constantFrom(...levelsFor(tool)), fc.boolean()),
        ),
      ),
    )
    .map((entries) =>
      Object.fromEntries(entries.map(([name, level, old]) => [old ? oldName(name) : name, level])),
    )
const oldNames = { ...renamedTools.company, ...renamedTools.project }
const oldName = (name: string) => Object.entries(oldNames).find(([, now]) => now === name)?.[0] ?? name
const connector = fc.oneof(
  fc.constant({ grant_type: 'authorization_code' }),
  fc
    .record({ company: levels('company'), project: levels('project') })
    .map((permissions) => ({ grant_type: 'client_credentials', permissions })),
)
const manifest = fc
  .record({
    instruction: fc.option(fc.record({ notes: text, page: link })),
    frames: fc.tuple(fc.option(fullscreen), fc.option(sidepanel)),
    connector: fc.option(connector),
  })
  .map(({ instruction, frames: [full, side], connector: oauth }) => {
    const instances = [full, side].filter((frame) => frame !== null)
    return {
      schema_version: '3',
      ...(instruction && { post_installation_instruction: instruction }),
      components: {
        ...(instances.length > 0 && { iframe: { instances } }),
        ...(oauth && { oauth: { instances: [oauth] } }),
      },
    }
  })
  // Drops manifests that the checks refuse: without a component, or with a service account without a tool above None.
  .filter((content) => validateManifest(content, context).length === 0)

test(
  'any valid version 3 manifest converted to 4.1 is valid and loses only names and required',
  { tags: ['MAN-18', 'MAN-41'] },
  () => {
    fc.assert(
      fc.property(manifest, (old) => {
        const { content } = toVersion41(old)
        expect(validateManifest(content, context)).toEqual([])
        expect(backToVersion3(content)).toEqual(expectedContent(old))
      }),
      { numRuns: 200 },
    )
  },
)

const today = (map: Record<string, unknown>, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(map).map(([name, level]) => [names[name] ?? name, level]))

/** Returns what must survive: the old document without names, required and grant type, with today's tool names. */
function expectedContent(old: typeof manifest extends fc.Arbitrary<infer T> ? T : never) {
  const { iframe, oauth } = old.components
  const permissions = oauth?.instances.flatMap((each) => ('permissions' in each ? [each.permissions] : []))[0]
  return {
    instruction: old.post_installation_instruction,
    frames: (iframe?.instances ?? []).map(({ name: _name, required: _required, type, ...rest }) => ({
      ...rest,
      type: type ?? 'fullscreen',
    })),
    connector: oauth !== undefined,
    permissions: permissions && {
      company: today(permissions.company, renamedTools.company),
      project: today(permissions.project, renamedTools.project),
    },
  }
}

function backToVersion3(content: ManifestContent) {
  const frame = (type: string) => {
    if (content[type] === undefined) return []
    const { source_url, user_configuration, ...rest } = content[type] as Record<string, unknown>
    const configured = user_configuration === undefined ? {} : { configuration: user_configuration }
    return [{ ...rest, ...configured, iframe_src: source_url, type }]
  }
  return {
    instruction: content['post_installation_instruction'],
    frames: [...frame('fullscreen'), ...frame('sidepanel')],
    connector: content['oauth'] !== undefined,
    permissions: content['permissions'],
  }
}
