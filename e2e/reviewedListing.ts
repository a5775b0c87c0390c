import type { Submission } from '@trestle/domain/listings/contract.ts'
import { requiredFields } from '../domain/testing/completeFields.ts'
import { makeVideo } from '../server/testing/videos.ts'
import { expect, type Api, type Page } from './fixtures.ts'
import type { SignIn } from './listings.ts'
import { png } from './pictures.ts'
import { createAppWithSandbox, promote, review, saveVersion, submission, type TestApp } from './versions.ts'

const files = {
  Logo: () => ({ name: 'logo.png', mimeType: 'image/png', buffer: png(240) }),
  Picture: () => ({ name: 'board.png', mimeType: 'image/png', buffer: png(1280, 720) }),
  ShowcaseVideo: () => ({
    name: 'showcase.mp4',
    mimeType: 'video/mp4',
    buffer: makeVideo({ width: 1280, height: 720, framesPerSecond: 24 }),
  }),
}

/** Uploads a file as the signed-in user. */
async function upload(page: Page, base: string, type: keyof typeof files): Promise<{ id: number }> {
  const session = (await (await page.request.get('/api/v1/session')).json()) as { csrf_token: string }
  const answer = await page.request.post(`${base}/media?type=${type}`, {
    headers: { 'x-csrf-token': session.csrf_token },
    multipart: { 'media[file]': files[type]() },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  return { id }
}

interface ListedApp extends TestApp {
  listingId: number
}

/** Changes a listing or its state as the signed-in user; `admin` uses the staff endpoints. */
export async function patchListing(
  api: Api,
  { listingId }: { listingId: number },
  body: object,
  admin: '' | 'admin/' = '',
): Promise<Submission> {
  const answer = await api.patch(`/api/v1/${admin}submissions/${listingId}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Submission
}

/**
 * Creates the owner's app with a published version, enabled in the marketplace, and a complete, submitted listing with
 * the showcase video; staff are signed in afterward.
 */
export async function createWaitingApp(page: Page, api: Api, signIn: SignIn): Promise<ListedApp> {
  await signIn('owner')
  const app = await createAppWithSandbox(api)
  const key = await promote(api, await saveVersion(api, app, '1.0.0'))
  await review(api, key, submission)
  await signIn('staff')
  await review(api, key, { state: 'published' })
  const enabled = await api.patch(`/api/v1/admin/developer_apps/${app.id}`, { marketplace_enabled: true })
  expect(enabled.status, JSON.stringify(enabled.body)).toBe(200)
  await signIn('owner')
  const base = `/api/v1/developer_apps/${app.id}`
  const small_logo_attributes = await upload(page, base, 'Logo')
  const pictures_attributes = await Promise.all(
    ['Fire board', 'Floors', 'Team'].map(async (name) => ({
      ...(await upload(page, base, 'Picture')),
      name,
    })),
  )
  const answer = await api.post(`${base}/submissions`, {
    ...requiredFields,
    public_name: app.name,
    app_version_id: key,
    small_logo_attributes,
    pictures_attributes,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const listed = { ...app, listingId: (answer.body as Submission).id }
  await patchListing(api, listed, { state: 'in_review' })
  await signIn('staff')
  const video = await upload(page, `/api/v1/admin/developer_apps/${app.id}`, 'ShowcaseVideo')
  await patchListing(api, listed, { showcase_video_attributes: video }, 'admin/')
  return listed
}
