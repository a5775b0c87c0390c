import type { ManifestContent, SchemaVersion, Snippet } from './contract.ts'
import { isText, pointerTo } from '../json/values.ts'

const post_installation_instruction = {
  notes: 'What a company does after installing: where to sign in, what to connect, who to ask.',
  page: { url: 'https://example.com/setup-guide', label: 'Setup guide' },
}

const schema = {
  type: 'object',
  required: ['site_code'],
  properties: {
    site_code: {
      name: 'Site code',
      type: 'string',
      description: 'Where the person who installs the app finds it.',
      support_link: { url: 'https://example.com/site-code', label: 'Where is my site code?' },
    },
  },
}

const fullscreenAddress = 'https://example.com/{{site_code}}/board?project={{procore.project.id}}'
const sidepanelAddress = 'https://example.com/{{site_code}}/panel?project={{procore.project.id}}'
const views = ['rfi.detail', 'change_events.all']
const permissions = { company: { directory: 'readonly' }, project: { daily_log: 'standard' } }

const dataConnector3 = { grant_type: 'client_credentials', permissions }
const fullscreen3 = {
  name: 'My full screen component',
  type: 'fullscreen',
  required: false,
  iframe_src: fullscreenAddress,
  description: '',
  configuration: { schema },
}
const sidepanel3 = {
  name: 'My side panel component',
  type: 'sidepanel',
  views,
  required: false,
  iframe_src: sidepanelAddress,
  description: '',
  configuration: { schema },
}

/** The first content of an app without a version, by schema version. */
export const templates: Record<SchemaVersion, ManifestContent> = {
  '3': {
    schema_version: '3',
    post_installation_instruction,
    components: { oauth: { instances: [{ grant_type: 'authorization_code' }] } },
  },
  '4.1': { schema_version: '4.1', post_installation_instruction },
}

const snippets41: Snippet[] = [
  {
    name: 'fullscreen',
    title: 'Full screen component',
    content: {
      fullscreen: { source_url: fullscreenAddress, description: '', user_configuration: { schema } },
    },
  },
  {
    name: 'sidepanel',
    title: 'Side panel component',
    content: {
      sidepanel: { source_url: sidepanelAddress, description: '', views, user_configuration: { schema } },
    },
  },
  { name: 'data_connector', title: 'Data connector', content: { permissions, oauth: { enabled: true } } },
  {
    name: 'instructions',
    title: 'Post-installation instructions',
    content: { post_installation_instruction },
  },
]

/** Returns a block of `components` to paste into an existing manifest, otherwise the whole document. */
const snippets3 = (hasExistingManifest: boolean): Snippet[] => {
  const frame = (instance: ManifestContent) => ({ iframe: { instances: [instance] } })
  const blocks: Snippet[] = [
    {
      name: 'oauth',
      title: 'Data connection component',
      content: { oauth: { instances: [dataConnector3] } },
    },
    { name: 'fullscreen', title: 'Embedded component: full screen', content: frame(fullscreen3) },
    { name: 'sidepanel', title: 'Embedded component: side panel', content: frame(sidepanel3) },
  ]
  if (hasExistingManifest) return blocks
  return blocks.map((block) => ({ ...block, content: { schema_version: '3', components: block.content } }))
}

/** Returns the blocks that a developer pastes into the editor. Government cloud has no side panel. */
export function snippetsFor(
  version: SchemaVersion,
  where: { hasExistingManifest: boolean; isGovernmentCloud: boolean },
): Snippet[] {
  const all = version === '4.1' ? snippets41 : snippets3(where.hasExistingManifest)
  return all.filter((snippet) => !where.isGovernmentCloud || snippet.name !== 'sidepanel')
}

/** example.com is reserved: an address there is one of our examples that hasn't been replaced. */
const exampleAddress = /^https:\/\/([^/?#]*\.)?example\.com([/:?#]|$)/i

const isExample = (text: string) => text === post_installation_instruction.notes || exampleAddress.test(text)

/** Enough to show the remaining work. */
const maxExamples = 100

interface JsonNode {
  value: unknown
  step: string
  parent: JsonNode | null
}

function toPath(node: JsonNode): string {
  const steps: string[] = []
  for (let at = node; at.parent !== null; at = at.parent) steps.push(at.step)
  return pointerTo(steps.toReversed())
}

/**
 * Returns where a manifest still has text from a template or a snippet, as JSON pointers in document order.
 *
 * Avoids recursion, because a draft may be nested deeper than the stack allows.
 */
export function examplesIn(document: unknown): string[] {
  const found: string[] = []
  const rest: JsonNode[] = [{ value: document, step: '', parent: null }]
  for (let node = rest.pop(); node && found.length < maxExamples; node = rest.pop()) {
    const { value } = node
    if (isText(value) && isExample(value)) found.push(toPath(node))
    if (typeof value !== 'object' || value === null) continue
    for (const [step, each] of Object.entries(value).toReversed()) {
      rest.push({ value: each, step, parent: node })
    }
  }
  return found
}
