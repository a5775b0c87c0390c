import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { withConfigured } from '@trestle/domain/manifests/configurations/configured.ts'
import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import type { ManifestContent, ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { toVersion41 } from '@trestle/domain/manifests/document/convert.ts'
import { checkDraft } from '@trestle/domain/manifests/saving.ts'
import { examplesIn, templates } from '@trestle/domain/manifests/templates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileText, hostileTexts } from '../../../../domain/testing/hostileTexts.ts'
import { builderProblems } from '../configurations/builderProblems.ts'
import { manifestCompletions } from './completions.ts'
import { draftFrom } from './draft.ts'
import { readPermissions, withPermissions } from './manifestPermissions.ts'
import { formatText, parseManifest, stringifyManifest } from './manifestText.ts'
import { lineAt, rangesIn } from './pointerRange.ts'
import { pathLabel } from './pointers.ts'
import { diffTexts, findConflictingKey, withSnippet, withValueAt } from './textChanges.ts'

const pointers = ['', '/fullscreen/source_url', '/__proto__/x', '/permissions/company/k7', '/0'.repeat(2500)]
const snippet = { sidepanel: { source_url: 'https://x.example', views: ['rfi.detail'] } }
const permissions = { company: { directory: 'readonly' as const }, project: {} }
const context = { isGovernmentCloud: false, allowEmpty: false, authCodeLocked: false }

/** Returns the parsed text, or undefined when it is not JSON. */
function unwrapOption(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Runs everything the editor does with a string without the server. */
function runEditor(text: string): void {
  const locationFor = rangesIn(text)
  for (const pointer of pointers) {
    const { from, to } = locationFor(pointer)
    expect(0 <= from && from <= to && to <= text.length).toBe(true)
    expect(lineAt(text, from)).toBeGreaterThan(0)
    expect(pathLabel(pointer)).toBeTypeOf('string')
  }
  const formatted = formatText(text)
  if (formatted !== null) expect(unwrapOption(formatted)).toEqual(unwrapOption(text))
  const { from, to, insert } = diffTexts(text, formatted ?? '')
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(formatted ?? '')
  readPermissions(text)
  withPermissions(text, permissions)
  withValueAt(text, ['fullscreen', 'source_url'], 'https://x.example')
  findConflictingKey(text, snippet)
  withSnippet(text, snippet)
}

function complete(text: string): void {
  const state = EditorState.create({ doc: text, extensions: [json()] })
  for (const position of [0, Math.floor(text.length / 2), text.length]) {
    manifestCompletions(new CompletionContext(state, position, true))
  }
}

/** Runs everything the cards do with a document typed into the editor. */
function runCards(document: ManifestContent): void {
  const configured = configuredContent(document)
  const edited = withConfigured(document, { ...configured, oauth: { enabled: !configured.oauth.enabled } })
  expect(configuredContent(edited).oauth.enabled).toBe(!configured.oauth.enabled)
  expect(stringifyManifest(edited)).not.toBeNull()
  const check = checkDraft(document, context)
  builderProblems(check, { refused: [], left: ['notes', 'label', 'url'], configured })
  const { content } = toVersion41(document)
  const version = { content: document, next_version_content: content } as unknown as ManifestVersion
  expect(draftFrom(version, templates).text).not.toBeNull()
}

function run(text: string): void {
  runEditor(text)
  complete(text)
  examplesIn(unwrapOption(text))
  const document = parseManifest(text)
  if (document !== null) runCards(document)
}

/** Any longer and the page seems to hang; most texts take a hundredth of it. */
const maxDurationMs = 5000

/** Returns the processor time of this thread, because a busy machine also makes others wait. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test.each(hostileTexts)(
  'handles %s without an error or a stall',
  { tags: ['MAN-22', 'MAN-29'] },
  (_name, text) => {
    const before = usedMs()
    run(text)
    expect(usedMs() - before).toBeLessThan(maxDurationMs)
  },
)

test('handles any text without an error', { tags: ['MAN-22', 'MAN-29'] }, () => {
  fc.assert(fc.property(hostileText, run), { numRuns: 500 })
})
