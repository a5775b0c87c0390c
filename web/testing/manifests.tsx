import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import type { Flags } from '@trestle/domain/accounts/contract.ts'
import { deleteDraft, getDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import {
  authCodeCapable,
  configuredContent,
  nextVersionContent,
} from '@trestle/domain/manifests/document/content.ts'
import {
  createManifest,
  listManifests,
  listReviews,
  listSnippets,
  listTemplates,
  ManifestContent,
  validateManifestContent,
  type ManifestVersion,
} from '@trestle/domain/manifests/contract.ts'
import { snippetsFor, templates } from '@trestle/domain/manifests/templates.ts'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { ConfigurationsTab } from '../src/manifests/configurations/ConfigurationsTab.tsx'
// Otherwise loaded lazily, which takes longer than a click may wait on a busy machine.
import '../src/manifests/editor/ManifestEditorForm.tsx'
import { NewVersionButton } from '../src/manifests/versions/NewVersionButton.tsx'
import type { Rights } from '../src/manifests/rights.ts'
import { paths } from '../src/paths.ts'
import { PermissionBuilderDialog } from '../src/permissions/PermissionBuilderDialog.tsx'
import { PermissionBuilderDrawer } from '../src/permissions/PermissionBuilderDrawer.tsx'
import { buildSession, buildVersion, now } from './build.ts'
import { reply, sent } from './network.ts'
import { renderPart } from './render.tsx'

export const board = {
  schema_version: '4.1',
  fullscreen: { source_url: 'https://beamlog.example/board', description: '' },
}

export const guide = { notes: 'Sign in.', page: { url: 'https://beamlog.example/guide', label: 'Guide' } }
/** A manifest with an installation guide. */
export const described = { ...board, post_installation_instruction: guide }

export const versionsApp = { id: 7, internal_name: 'Crane Planner' }

/** Returns the rights of a developer who may do everything. */
export const buildRights = (overrides: Partial<Rights> = {}): Rights => ({
  canModify: true,
  canSetSemanticVersions: true,
  reviewRole: 'developer',
  isStaffScreen: false,
  permissionBuilder: PermissionBuilderDialog,
  ...overrides,
})

/** Returns a sandbox version with this manifest. */
export const buildManifest = (
  content: ManifestContent,
  semantic_version: string,
  overrides: Partial<ManifestVersion> = {},
): ManifestVersion => ({
  ...buildVersion({ content, semantic_version, app_version_id: crypto.randomUUID() }),
  id: Number(semantic_version.replaceAll('.', '')),
  configured_manifest_content: configuredContent(content),
  next_version_content: nextVersionContent(content),
  auth_code_capable: authCodeCapable(content),
  ...overrides,
})

/** Returns a version in production that can be submitted for review. */
export const buildProduction = (
  content: ManifestContent,
  semantic_version: string,
  overrides: Partial<ManifestVersion> = {},
): ManifestVersion =>
  buildManifest(content, semantic_version, {
    id: 1000 + Number(semantic_version.replaceAll('.', '')),
    versionable_type: 'ProductionEnvironment',
    environment_label: 'Production',
    promotable: false,
    submittable: true,
    state: 'confidential',
    ...overrides,
  })

/** The app sends manifests as text. */
const parseManifest = (content: unknown): ManifestContent =>
  ManifestContent.parse(JSON.parse(z.string().parse(content)))

/** Returns the manifests of the versions that were to be created, oldest first. */
export const sentManifests = (): ManifestContent[] =>
  sent(createManifest).map(({ body }) => parseManifest(body.manifest.content))

/**
 * Replies to all calls of the cards, the tables and the version editor. Every manifest is valid, and a new version
 * is the first one in the list from then on.
 */
export function replyVersions(versions: readonly ManifestVersion[] = []): void {
  const list = [...versions]
  reply(listManifests, ({ query: { filters } }) =>
    list.filter(({ versionable_type: type }) => type === (filters.versionable_type ?? type)),
  )
  reply(listReviews, [])
  reply(listTemplates, templates)
  reply(listSnippets, ({ params, query }) =>
    snippetsFor(params.version, {
      hasExistingManifest: query.has_existing_manifest ?? false,
      isGovernmentCloud: false,
    }),
  )
  reply(getDraft, { draft: null })
  reply(putDraft, { updated_at: now })
  reply(deleteDraft)
  reply(recordAnalytics)
  reply(validateManifestContent, { data: { errors: [] } })
  reply(createManifest, ({ body }) => {
    const content = parseManifest(body.manifest.content)
    const manifest = buildManifest(content, body.semantic_version ?? '1.0.0')
    list.unshift(manifest)
    return { manifest }
  })
}

interface Options {
  rights?: Partial<Rights>
  flags?: Partial<Flags>
  sandboxUrl?: string | null
}

/** Renders the Configurations tab of an app with these versions, newest first. */
export function renderConfigurations(
  versions: readonly ManifestVersion[],
  { rights = {}, flags = {}, sandboxUrl = null }: Options = {},
): void {
  replyVersions(versions)
  renderPart(
    <ConfigurationsTab
      app={{ ...versionsApp, confidential: true }}
      rights={buildRights(rights)}
      sandboxUrl={sandboxUrl}
      permissionDrawer={PermissionBuilderDrawer}
      onPromoted={() => undefined}
    />,
    { session: buildSession({ flags }), address: paths.app(versionsApp.id) },
  )
}

/** Renders a button that opens the editor of a new version, and opens it. */
export async function renderEditor(
  versions: readonly ManifestVersion[] = [],
  { rights = {}, flags = {} }: Omit<Options, 'sandboxUrl'> = {},
): Promise<void> {
  replyVersions(versions)
  renderPart(<NewVersionButton app={versionsApp} rights={buildRights(rights)} label="New version" />, {
    session: buildSession({ flags }),
    address: paths.app(versionsApp.id, 'versions'),
  })
  await newVersion.click()
}

export const newVersion = page.getByRole('button', { name: 'New version' })
export const editor = page.getByRole('textbox', { name: 'Manifest, JSON' })

/** Replaces the editor's text by pasting, because the editor closes brackets that are typed. */
export async function writeManifest(content: object | string): Promise<void> {
  await editor.click()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', typeof content === 'string' ? content : JSON.stringify(content))
  editor
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

export const fold = (name: string) => page.getByRole('button', { name, exact: true })
export const card = (name: string) => page.getByRole('region', { name, exact: true })
export const versionHeader = page.getByRole('region', { name: /^(Version |No version yet)/ })
/** The title of both dialogs that create a version: of the cards and of the JSON editor. */
export const versionDialog = page.getByRole('dialog', { name: 'Create New Version of Crane Planner' })
export const createButton = versionDialog.getByRole('button', { name: 'Create version' })
export const numberField = versionDialog.getByRole('textbox', { name: 'Version number' })
export const discardQuestion = page.getByRole('dialog', { name: 'Discard your changes?' })

/** Opens the instructions and returns their fields. */
export async function openInstructions() {
  await fold('Instructions').click()
  const fields = card('Instructions')
  return {
    notes: fields.getByLabelText('Notes'),
    label: fields.getByLabelText('Page label'),
    url: fields.getByLabelText('Page URL'),
  }
}
