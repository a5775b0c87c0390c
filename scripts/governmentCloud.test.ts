import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { absentInGovernmentCloud } from '../domain/testing/governmentCloud.ts'
import { root } from './processes.mjs'

/** Returns the texts in a syntax tree. Templates are returned in parts. */
function findTexts(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as { type?: string; value?: string | { raw: string } }
  if (type === 'Literal' && typeof value === 'string') return [value]
  if (type === 'TemplateElement' && typeof value === 'object') return [value.raw]
  return Object.values(node).flatMap(findTexts)
}

/** Returns the texts of a file that have several words, each after the name of the file. */
function listMessages(file: string): string[] {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  return findTexts(program).flatMap((text) => (/\w \w/.test(text) ? [`${file}: ${text}`] : []))
}

/** About features that government cloud doesn't have, or for the people who run the server. */
const elsewhere = [
  /^(domain|server)\/src\/(sandboxes|platformApi|doctor)\//,
  /^domain\/src\/(audit\/actions|files\/mediaRules|jobs\/kinds|manifests\/templates)\.ts/,
  /^domain\/src\/apps\/nextStep\.ts: (The (app has no )?sandbox| is in the sandbox|Promote it|promotes it)/,
  /^domain\/src\/apps\/rules\.ts: (see|change|generate) .*sandbox/,
  /^domain\/src\/listings\/contract\.ts: (Upload a video|Answers like an external video host)/,
  /^domain\/src\/manifests\/contract\.ts: Promote a sandbox version/,
  /^domain\/src\/manifests\/rules\.ts: (New sandbox manifests are paused|Release notes are entered when)/,
  /^domain\/src\/manifests\/rules\.ts: {2}(was already promoted|can't be promoted|is a sandbox version)/,
  /^domain\/src\/manifests\/validation\/checks\.ts: side panel$/,
  /^server\/src\/apps\/oauthApplications\.ts: {2}has no sandbox credentials/,
  /^server\/src\/credentials\/lockCredentials\.ts: The sandbox has no client secret/,
  /^server\/src\/files\/videoHost\.ts/,
  /^server\/src\/listings\/upload\.ts: (Only owners and admins|This server doesn't host videos)/,
  /^server\/src\/settingsRules\.ts: The setting SANDBOX_SERVICE_URL/,
]

/** Government cloud has a different text instead. */
const replaced = [
  'domain/src/manifests/saving.ts: At least one of fullscreen or sidepanel must be present',
  'server/src/lookUpPage.ts: , the construction-software platform. Build integrations here, try them in a sandbox, and list them on the marketplace.',
  'server/src/mail/composeFooter.ts: emails about reports and sandboxes',
]

/** Says that something doesn't exist there. */
const explaining = [
  "domain/src/manifests/validation/checks.ts: Side panel components aren't available in government cloud.",
  'server/src/access/requireEnvironment.ts: Sandbox not found.',
]

test(
  'no message or email in government cloud names what does not exist there',
  { tags: ['SHELL-14'] },
  () => {
    // Store files contain SQL.
    const files = globSync('{domain,server}/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/store\.ts$/.test(file),
    )
    const naming = files
      .flatMap(listMessages)
      .filter((message) => absentInGovernmentCloud.test(message.replace(/^.*?: /, '')))
    const shown = naming.filter((message) => !elsewhere.some((pattern) => pattern.test(message)))
    expect(shown.toSorted()).toEqual([...replaced, ...explaining].toSorted())
    expect(elsewhere.filter((pattern) => !naming.some((message) => pattern.test(message)))).toEqual([])
  },
)
