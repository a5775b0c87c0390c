import type { Page } from 'puppeteer-core'
import { requiredFields } from '../domain/testing/completeFields.ts'
import { demoPassword } from '../server/seed/people.ts'
import { makeVideo } from '../server/testing/videos.ts'
import {
  callApi,
  fill,
  press,
  pressInDialog,
  pressInMain,
  runStep,
  seeHeading,
  seeNoDialog,
  seePath,
  seeText,
  type UploadedFile,
} from './firefoxPage.ts'
import { png } from './pictures.ts'

interface JobInput {
  developer: Page
  openPage: () => Promise<Page>
  url: string
}

const app = 'Pour Planner'
const person = { email: 'nadia@example.test', password: 'gravel lantern 58 tidewater' }
const manifest = JSON.stringify({
  schema_version: '4.1',
  fullscreen: { source_url: 'https://pours.example.test/board', description: '' },
})

async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signup`)
  await fill(page, 'First name', 'Nadia')
  await fill(page, 'Last name', 'Brandt')
  await fill(page, 'Email address', person.email)
  const [password, repeated] = await page.$$('input[type="password"]')
  await password?.type(person.password)
  await repeated?.type(person.password)
  await page.locator('main input[type="checkbox"]').click()
  await press(page, 'Create account')
  await seeHeading(page, /Check your email/)
}

async function confirmAddress(page: Page, url: string): Promise<void> {
  const outbox = await (await fetch(`${url}/dev/mail`)).text()
  const article = outbox.split('<article>').find((text) => text.includes(`<strong>${person.email}</strong>`))
  const path = /\/confirm_email\/[\w-]+/.exec(article ?? '')?.[0]
  if (!path) throw new Error(`No email to ${person.email} has a link that confirms the address.`)
  await page.goto(`${url}${path}`)
  await page.locator('input[type="password"]').fill(person.password)
  await press(page, 'Confirm address')
  await seeHeading(page, /Your email address is confirmed/)
  await pressInMain(page, 'Go to My Apps', 'link')
  await seeText(page, 'You have no apps yet')
}

async function createApp(page: Page): Promise<void> {
  await press(page, 'Create App')
  await fill(page, 'App Name', app)
  await pressInDialog(page, 'Create App')
  await seePath(page, /^\/developer_apps\/\d+$/)
  await seeHeading(page, /Pour Planner/)
  await seeNoDialog(page)
}

async function createVersion(page: Page): Promise<void> {
  await press(page, 'Edit as JSON')
  // Found by its attribute, because Firefox takes seconds to find it among all roles and names in this dialog.
  await page.locator('[aria-label="Manifest, JSON"]').click()
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  // Pasted, because the editor takes seconds for that many single keys.
  await page.evaluate((text: string) => document.execCommand('insertText', false, text), manifest)
  await seeText(page, 'Validation passed')
  await pressInDialog(page, 'Create version')
  await seeNoDialog(page)
  await seeText(page, 'Ready for Testing')
}

async function promote(page: Page): Promise<void> {
  await press(page, 'Promote')
  await fill(page, 'Release notes', 'The board of the day.')
  await pressInDialog(page, 'Promote to production')
  await page.waitForFunction(() => location.search.includes('environment=production'))
  await seeText(page, 'Not submitted')
}

async function submitVersion(page: Page): Promise<void> {
  await press(page, 'Submit for Review: version 0.1.0')
  await fill(page, 'Notes for the reviewer', 'Any project will do.')
  await pressInDialog(page, 'Submit for Review')
  await seeNoDialog(page)
  await seeText(page, 'Under review')
}

async function signInAsStaff(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signin`)
  await fill(page, 'Email address', 'staff@demo.test')
  await page.locator('input[type="password"]').fill(demoPassword)
  await pressInMain(page, 'Sign In')
  await seePath(page, /^\/developer_apps$/)
}

async function approveVersion(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/developer_apps/review_queue`)
  await pressInMain(page, app, 'link')
  await seeHeading(page, /^Edit - Pour Planner/)
  await press(page, 'Approve: version 0.1.0')
  await fill(page, 'Message to the developers', 'Clear and quick.')
  await pressInDialog(page, 'Approve')
  await seeNoDialog(page)
  await seeText(page, 'Approved')
}

async function enable(page: Page, id: string): Promise<void> {
  await callApi(page, 'PATCH', `/api/v1/admin/developer_apps/${id}`, { body: { marketplace_enabled: true } })
}

async function uploadFile(
  page: Page,
  base: string,
  type: string,
  file: UploadedFile,
): Promise<{ id: number }> {
  const { id } = (await callApi(page, 'POST', `${base}/media?type=${type}`, { file })) as { id: number }
  return { id }
}

/** Fills in the listing with API calls: only submitting and approving it are part of the walk. Returns its id. */
async function writeListing(page: Page, id: string): Promise<number> {
  const base = `/api/v1/developer_apps/${id}`
  const upload = (type: string, width: number, height: number) =>
    uploadFile(page, base, type, { name: 'picture.png', type: 'image/png', bytes: png(width, height) })
  const pictures = []
  for (const name of ['Board', 'Floors', 'Team']) {
    pictures.push({ ...(await upload('Picture', 1280, 720)), name })
  }
  const query = `filters[developer_app_id]=${id}&filters[versionable_type]=ProductionEnvironment`
  const [version] = (await callApi(page, 'GET', `/api/v1/manifests?${query}`)) as { app_version_id: string }[]
  const listing = await callApi(page, 'POST', `${base}/submissions`, {
    body: {
      ...requiredFields,
      public_name: app,
      app_version_id: version?.app_version_id,
      small_logo_attributes: await upload('Logo', 240, 240),
      pictures_attributes: pictures,
    },
  })
  return (listing as { id: number }).id
}

async function submitListing(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/developer_apps/${id}/marketplace_listing`)
  await press(page, 'Submit for approval')
  await pressInDialog(page, 'Submit for approval')
  await seeNoDialog(page)
  await seeText(page, 'This listing is in review')
}

/** Uploads the video that an approved listing needs. */
async function addVideo(page: Page, id: string, listingId: number): Promise<void> {
  const bytes = makeVideo({ width: 1280, height: 720, framesPerSecond: 24 })
  const file = { name: 'showcase.mp4', type: 'video/mp4', bytes }
  const video = await uploadFile(page, `/api/v1/admin/developer_apps/${id}`, 'ShowcaseVideo', file)
  const body = { showcase_video_attributes: video }
  await callApi(page, 'PATCH', `/api/v1/admin/submissions/${listingId}`, { body })
}

async function approveListing(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/admin/developer_apps/${id}/marketplace_listing`)
  await press(page, 'Approve')
  await pressInDialog(page, 'Approve')
  await seeNoDialog(page)
  await seeText(page, 'Published')
}

async function seeOnMarketplace(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/marketplace`)
  await pressInMain(page, app, 'link')
  await seeHeading(page, /^Pour Planner/)
  await seeText(page, requiredFields.tagline)
}

/** Takes an app from the registration of its developer to the marketplace. */
export async function doMainJob({ developer, openPage, url }: JobInput): Promise<void> {
  /** A page in the background renders nothing, so nothing on it can be awaited. */
  const asDeveloper = async (name: string, act: () => Promise<void>) => {
    await developer.bringToFront()
    await runStep(name, act)
  }
  await asDeveloper('registers', () => signUp(developer, url))
  await asDeveloper('confirms the address', () => confirmAddress(developer, url))
  await asDeveloper('creates an app with its sandbox', () => createApp(developer))
  await asDeveloper('saves the first version of its manifest', () => createVersion(developer))
  await asDeveloper('promotes it', () => promote(developer))
  await asDeveloper('submits it for review', () => submitVersion(developer))
  const staff = await openPage()
  const asStaff = async (name: string, act: () => Promise<void>) => {
    await staff.bringToFront()
    await runStep(name, act)
  }
  await asStaff('staff sign in', () => signInAsStaff(staff, url))
  await asStaff('staff approve the version', () => approveVersion(staff, url))
  const id = await developer.evaluate(() => /\d+/.exec(location.pathname)?.[0] ?? '')
  await asStaff('staff enable the app for the marketplace', () => enable(staff, id))
  let listingId = 0
  await asDeveloper('writes the listing', async () => {
    listingId = await writeListing(developer, id)
  })
  await asDeveloper('submits the listing', () => submitListing(developer, url, id))
  await asStaff('staff add the showcase video', () => addVideo(staff, id, listingId))
  await asStaff('staff approve the listing', () => approveListing(staff, url, id))
  await asDeveloper('sees the app on the marketplace', () => seeOnMarketplace(developer, url))
}
