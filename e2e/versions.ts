import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { isHue, toHueAngle, type Hue } from '../scripts/testing/hues.ts'
import { expect, type Api, type Page } from './fixtures.ts'
import { findAppId, createApp } from './people.ts'

export interface TestApp {
  id: number
  name: string
}

/** Creates an app of the signed-in user with a live sandbox that no other test uses. */
export async function createAppWithSandbox(api: Api): Promise<TestApp> {
  const name = `Beam Log ${randomUUID().slice(0, 8)}`
  const id = await createApp(api, name)
  await expect(async () => {
    const { body } = await api.get(`/api/v1/developer_apps/${id}`)
    expect((body as { sandbox: { live: boolean } | null }).sandbox?.live, `the sandbox of ${name}`).toBe(true)
  }).toPass({ intervals: [250], timeout: 20_000 })
  return { id, name }
}

/** Deletes the draft that another test may have left for a demo app, and returns the id of the app. */
export async function clearManifestDraft(api: Api, name: string): Promise<number> {
  const id = await findAppId(api, name)
  await api.delete(`/api/v1/drafts/manifest/${id}`)
  return id
}

export const board = {
  schema_version: '4.1',
  fullscreen: { source_url: 'https://beamlog.example/board', description: '' },
}

/** The parts of a version in API replies that the tests check. */
export interface WireVersion {
  app_version_id: string
  semantic_version: string | null
  content: Record<string, unknown>
  versionable_type: 'Sandbox' | 'ProductionEnvironment'
  state: string | null
  submittable: boolean
  changelog: string | null
  developer_notes: string | null
  admin_notes: string | null
}

/** Saves a version and returns its app version key. */
export async function saveVersion(
  api: Api,
  app: TestApp,
  semantic_version: string,
  content: object = board,
  /** Required in government cloud, where a version goes straight to production. */
  changelog?: string,
): Promise<string> {
  const input = { developer_app_id: app.id, manifest: { content }, semantic_version, changelog }
  const { status, body } = await api.post('/api/v1/app_versioned_manifests', input)
  expect(status, `saving version ${semantic_version}: ${JSON.stringify(body)}`).toBe(201)
  return (body as { manifest: WireVersion }).manifest.app_version_id
}

/** Promotes a version and returns the key of its production copy. */
export async function promote(api: Api, key: string, changelog = 'Beams are logged by floor.') {
  const input = { source_app_version_id: key, changelog }
  const { status, body } = await api.post('/api/v1/app_version_promotions', input)
  expect(status, 'promoting').toBe(201)
  return (body as { manifest: WireVersion }).manifest.app_version_id
}

/** Changes the review state of a production version. */
export async function review(api: Api, key: string, input: Record<string, string>): Promise<void> {
  expect((await api.patch(`/api/v1/app_versions/${key}`, input)).status, JSON.stringify(input)).toBe(200)
}

export const submission = { state: 'in_review', developer_notes: 'Sign in as demo.' }

/** Loads the app's versions in one environment, newest first. */
export async function listVersions(
  api: Api,
  app: TestApp,
  type: WireVersion['versionable_type'],
): Promise<WireVersion[]> {
  const filters = `filters[developer_app_id]=${app.id}&filters[versionable_type]=${type}`
  return (await api.get(`/api/v1/manifests?${filters}`)).body as WireVersion[]
}

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Manifest, JSON' })

/** Replaces the editor's text, as pasting over everything does. */
export async function writeManifest(page: Page, content: object | string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(typeof content === 'string' ? content : JSON.stringify(content))
}

/** Replaces the editor's text by pasting, because the editor closes brackets that are typed. */
export async function paste(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+A')
  await editor(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

export const manifests = (page: Page) => page.getByRole('region', { name: 'Manifests' })
export const sandboxTable = (page: Page) => page.getByRole('table', { name: 'Sandbox versions' })
export const productionTable = (page: Page) => page.getByRole('table', { name: 'Production versions' })
export const announcement = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

/** Expects the text of a label to have a color of this name. */
export async function expectHue(label: Locator, name: Hue): Promise<void> {
  const angle = toHueAngle(await label.evaluate((element) => getComputedStyle(element).color))
  expect(isHue(angle, name), `a hue of ${Math.round(angle)} is ${name}`).toBe(true)
}
