import { makeVideo } from '../server/testing/videos.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { openListing, openNewListing, openTab, saveListing, storedListing } from './listings.ts'
import { createApp } from './people.ts'
import { chooser, drop, png, pngFile } from './pictures.ts'
import { newApp, announcement } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const set = (page: Page, name: 'Logo file' | 'Screenshot files' | 'Video files') =>
  page.getByRole('group', { name })
const logo = (page: Page) => set(page, 'Logo file')
const pictures = (page: Page) => set(page, 'Screenshot files')
const videos = (page: Page) => set(page, 'Video files')

type TestFile = ReturnType<typeof pngFile>

/** Chooses files with the button and the browser's own dialog, as users do. */
async function choose(page: Page, into: ReturnType<typeof set>, ...files: TestFile[]): Promise<void> {
  const opened = await chooser(page, () => into.getByRole('button', { name: /^Choose/ }).click())
  await opened.setFiles(files)
}

const videoFile = (name: string, width: number, height: number, framesPerSecond: number): TestFile => ({
  name,
  mimeType: name.endsWith('.mov') ? 'video/quicktime' : 'video/mp4',
  buffer: makeVideo({ width, height, framesPerSecond, brand: name.endsWith('.mov') ? 'qt  ' : 'isom' }),
})

const mediaCalls = /\/developer_apps\/\d+\/media\?type=/

/** Blocks uploads and returns a function that lets them continue. */
async function holdUploads(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(mediaCalls, async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return async () => {
    release()
    await page.unroute(mediaCalls)
  }
}

/** Limits the connection to an upload throughput in bytes per second, like a slow site office. */
async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
}

const names = (into: ReturnType<typeof set>) => into.getByRole('listitem').locator('img')

async function expectOrder(page: Page, ...order: string[]): Promise<void> {
  await expect
    .poll(() => names(pictures(page)).evaluateAll((all) => all.map((each) => each.getAttribute('alt'))))
    .toEqual(order)
}

const board = (name: string) => pngFile(name, 1280, 720)

test(
  'a logo, several screenshots and videos upload, show previews and are saved with the listing',
  {
    tag: [
      '@MEDIA-01',
      '@MEDIA-02',
      '@MEDIA-03',
      '@MEDIA-13',
      '@MEDIA-14',
      '@MEDIA-15',
      '@MEDIA-18',
      '@MEDIA-19',
      '@MEDIA-21',
      '@MEDIA-26',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Media')
    for (const into of [logo(page), pictures(page), videos(page)]) {
      expect((await into.locator('.mantine-Dropzone-root').boundingBox())?.height).toBe(180)
    }
    await choose(page, logo(page), pngFile('beam.png', 400))
    await choose(page, pictures(page), board('one.png'), board('two.png'), board('three.png'))
    await drop(page, videos(page), videoFile('tour.mp4', 1280, 720, 24))
    await choose(page, videos(page), videoFile('walk.mov', 1920, 1080, 30))
    await expect(logo(page).getByRole('img', { name: 'beam.png' })).toBeVisible()
    await expect(names(pictures(page))).toHaveCount(3)
    for (const picture of await names(pictures(page)).all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('naturalWidth', 1280)
    }
    const tour = videos(page).getByRole('link', { name: 'Download video' }).first()
    await expect(tour).toHaveAttribute('download', 'tour.mp4')
    await expect(videos(page).locator('video')).toHaveCount(0)
    await expect(videos(page).getByRole('link')).toHaveCount(2)

    await expect(saveListing(page)).toBeEnabled()
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    const stored = await storedListing(api, app)
    expect(stored).toMatchObject({
      small_logo: {
        id: expect.any(Number),
        type: 'Logo',
        name: '',
        description: '',
        original_filename: 'beam.png',
        url: expect.stringContaining('/'),
        external_url: null,
      },
      pictures: [{ type: 'Picture' }, { type: 'Picture' }, { type: 'Picture' }],
      videos: [
        { type: 'Video', original_filename: 'tour.mp4', external_url: expect.any(String) },
        { type: 'Video', original_filename: 'walk.mov', content_type: 'video/quicktime' },
      ],
    })
    await page.reload()
    await openTab(page, 'Media')
    await expect(names(pictures(page))).toHaveCount(3)
    await expectAccessible(page)
  },
)

test(
  'an invalid picture is refused with its measured value before upload, a video after it',
  { tag: ['@MEDIA-05', '@MEDIA-07', '@MEDIA-08', '@MEDIA-09'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    const sent: string[] = []
    page.on('request', (request) => void (mediaCalls.test(request.url()) && sent.push(request.url())))
    await openListing(page, app, 'Media')
    await expect(logo(page)).toHaveAccessibleDescription(
      'One PNG or JPEG, square, at least 200 x 200 px, up to 10 MB.',
    )
    await choose(page, logo(page), pngFile('wide.png', 300, 200))
    await expect(logo(page).getByRole('alert')).toHaveText(
      'The logo must be square. This one is 300 x 200 px.',
    )
    await choose(page, logo(page), pngFile('small.png', 120))
    await expect(logo(page).getByRole('alert')).toHaveText(
      'The logo must be at least 200 x 200 px. This one is 120 x 120 px.',
    )
    await choose(
      page,
      pictures(page),
      pngFile('tiny.png', 700, 480),
      pngFile('huge.png', 1920, 1200),
      pngFile('banner.png', 1900, 800),
    )
    await drop(page, pictures(page), {
      name: 'notes.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a'),
    })
    await drop(page, pictures(page), {
      name: 'torn.png',
      mimeType: 'image/png',
      buffer: png(1280, 720).subarray(0, 60),
    })
    await expect(pictures(page).getByRole('alert')).toHaveText([
      'A screenshot must be at least 720 x 480 px. This one is 700 x 480 px.',
      'A screenshot can be at most 1920 x 1080 px. This one is 1920 x 1200 px.',
      'A screenshot must be between 4:3 and 16:9. This one is 1900 x 800 px, 2.38:1.',
      'Invalid file type',
      'This picture is damaged and could not be read.',
    ])
    expect(sent, 'nothing was sent').toEqual([])
    await expect(page.getByRole('button', { name: /^Try again/ }), 'only another file helps').toHaveCount(0)
    await choose(page, videos(page), videoFile('low.mp4', 854, 480, 24), videoFile('slow.mp4', 1280, 720, 15))
    await expect(videos(page).getByRole('alert')).toHaveText([
      'A video must be at least 720p. This one is 480p.',
      'A video must have at least 24 frames per second. This one has 15.',
    ])
    expect(sent).toHaveLength(2)
    await expect(page.getByRole('button', { name: /^Try again/ }), 'only another file helps').toHaveCount(0)
    await expectAccessible(page)

    await pictures(page).getByRole('button', { name: 'Dismiss tiny.png' }).click()
    await expect(pictures(page).getByRole('alert')).toHaveCount(4)
    await expect(pictures(page).getByRole('button', { name: 'Choose files' })).toBeFocused()
  },
)

test(
  'a single-file field accepts one file at a time, and a new file replaces the old one',
  { tag: ['@MEDIA-10'] },
  async ({ page, signIn, api }) => {
    await openNewListing(page, api, signIn, 'Media')
    await drop(page, logo(page), pngFile('one.png', 400), pngFile('two.png', 400))
    await expect(logo(page)).toContainText('Drop one file at a time.')
    await expect(logo(page).getByRole('listitem')).toHaveCount(0)
    const release = await holdUploads(page)
    await choose(page, logo(page), pngFile('one.png', 400))
    await expect(logo(page).getByRole('progressbar', { name: 'Uploading one.png' })).toHaveCount(1)
    await expect(logo(page).getByRole('button', { name: 'Choose a file' })).toBeDisabled()
    await expect(logo(page)).not.toContainText('Drop one file at a time.')
    await release()
    await expect(logo(page).getByRole('img', { name: 'one.png' })).toBeVisible()
    await choose(page, logo(page), pngFile('two.png', 500))
    await expect(logo(page).getByRole('img')).toHaveCount(1)
    await expect(logo(page).getByRole('img', { name: 'two.png' })).toBeVisible()
  },
)

test(
  'each upload can be canceled, and retried after a failure',
  { tag: ['@MEDIA-27', '@MEDIA-28'] },
  async ({ page, signIn, api }) => {
    await openNewListing(page, api, signIn, 'Media')
    const release = await holdUploads(page)
    await choose(page, pictures(page), board('keep.png'), board('drop.png'))
    await expect(pictures(page).getByRole('progressbar')).toHaveCount(2)
    await pictures(page).getByRole('button', { name: 'Cancel the upload of drop.png' }).click()
    await expect(pictures(page).getByRole('progressbar')).toHaveCount(1)
    await expect(pictures(page).getByRole('button', { name: 'Choose files' })).toBeFocused()
    await release()
    await expect(pictures(page).getByRole('img', { name: 'keep.png' })).toBeVisible()
    await expect(pictures(page).getByRole('listitem')).toHaveCount(1)

    await page.route(mediaCalls, (route) => route.abort())
    await choose(page, videos(page), videoFile('tour.mp4', 1280, 720, 24))
    await expect(videos(page).getByRole('alert')).toHaveText(
      'The video could not be uploaded. Please try again.',
    )
    await expect(videos(page).getByRole('progressbar')).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute(mediaCalls)
    await videos(page).getByRole('button', { name: 'Retry the upload of tour.mp4' }).click()
    await expect(videos(page).getByRole('link', { name: 'Download video' })).toBeVisible()
    await expect(videos(page).getByRole('alert')).toHaveCount(0)
  },
)

test(
  'a long upload asks users to stay, continues behind another tab, and asks before leaving the page',
  { tag: ['@MEDIA-11', '@MEDIA-12', '@ERR-33'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Media')
    await slowDown(page, 120_000)
    await choose(page, pictures(page), pngFile('site.png', 800, 600, 'noise'))
    const notice = page.getByText('Your files are still uploading. Please stay on this page.')
    const progress = pictures(page).getByRole('progressbar', { name: 'Uploading site.png' })
    await expect(progress).toHaveCount(1)
    await expect(notice).toHaveCount(0)
    await expect(notice).toBeVisible()
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)

    await page
      .getByRole('link', { name: 'Versions' })
      .or(page.getByRole('tab', { name: 'Versions' }))
      .first()
      .click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('You have unsaved changes, are you sure you wish to continue?')
    await question.getByRole('button').last().press('Escape')
    await expect(question).toHaveCount(0)

    await openTab(page, 'App Information')
    await page.getByRole('textbox', { name: 'Tagline' }).fill('Logs every beam')
    await slowDown(page, -1)
    await expect(page.getByRole('tab', { name: 'App Information' })).toHaveAttribute('aria-selected', 'true')
    await openTab(page, 'Media')
    await expect(pictures(page).getByRole('img', { name: 'site.png' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    expect(await storedListing(api, app)).toMatchObject({
      tagline: 'Logs every beam',
      pictures: [{ original_filename: 'site.png' }],
    })
  },
)

test(
  'a file that arrives during a save stays for the next save',
  { tag: ['@MEDIA-26'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Media')
    await choose(page, pictures(page), board('one.png'))
    await expect(pictures(page).getByRole('img', { name: 'one.png' })).toBeVisible()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/submissions$/, async (route) => {
      await released
      await route.continue()
    })
    await saveListing(page).click()
    await choose(page, pictures(page), board('two.png'))
    await expect(pictures(page).getByRole('img', { name: 'two.png' })).toBeVisible()
    release()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    await expectOrder(page, 'one.png', 'two.png')
    await saveListing(page).click()
    await expect(async () => {
      expect(await storedListing(api, app)).toMatchObject({
        pictures: [{ original_filename: 'one.png' }, { original_filename: 'two.png' }],
      })
    }).toPass()
  },
)

test(
  'screenshots are reordered by keyboard, and the focus follows the moved one',
  { tag: ['@MEDIA-02'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Media')
    for (const name of ['one.png', 'two.png', 'three.png']) {
      await choose(page, pictures(page), board(name))
      await expect(pictures(page).getByRole('img', { name })).toBeVisible()
    }
    const later = pictures(page).getByRole('button', { name: 'Move one.png down' })
    const earlier = pictures(page).getByRole('button', { name: 'Move one.png up' })
    await expect(earlier).toBeDisabled()
    await later.focus()
    await page.keyboard.press('Enter')
    await expectOrder(page, 'two.png', 'one.png', 'three.png')
    await expect(later).toBeFocused()
    await expect(announcement(page, 'one.png is now number 2 of 3')).toBeAttached()
    await page.keyboard.press('Enter')
    await expectOrder(page, 'two.png', 'three.png', 'one.png')
    await expect(later).toBeDisabled()
    await expect(earlier).toBeFocused()
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    const { pictures: stored } = await storedListing(api, app)
    expect((stored as { original_filename: string }[]).map((each) => each.original_filename)).toEqual([
      'two.png',
      'three.png',
      'one.png',
    ])
  },
)

test(
  'screenshots keep the order of selection, whichever arrives first, and can be dragged',
  { tag: ['@MEDIA-02'] },
  async ({ page, signIn, api }) => {
    await openNewListing(page, api, signIn, 'Media')
    const arrived: string[] = []
    // The second file arrives after the third, and the first after both.
    const uploads = new Map(
      ['one.png', 'two.png', 'three.png'].map((name) => [name, Promise.withResolvers<void>()]),
    )
    await page.route(mediaCalls, async (route) => {
      const name =
        /filename="([^"]+)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? ''
      await uploads.get(name)?.promise
      arrived.push(name)
      await route.continue()
    })
    await choose(page, pictures(page), board('one.png'), board('two.png'), board('three.png'))
    for (const name of ['three.png', 'two.png', 'one.png']) {
      uploads.get(name)?.resolve()
      await expect(pictures(page).getByRole('img', { name })).toBeVisible()
    }
    expect(arrived).toEqual(['three.png', 'two.png', 'one.png'])
    await expectOrder(page, 'one.png', 'two.png', 'three.png')

    const picture = (name: string) => pictures(page).getByRole('img', { name })
    await picture('three.png').dragTo(picture('one.png'))
    await expectOrder(page, 'three.png', 'one.png', 'two.png')
    await expect(announcement(page, 'three.png is now number 1 of 3')).toBeAttached()
  },
)

test(
  'the name and the description of a screenshot become its caption and its alternative text',
  { tag: ['@MEDIA-15'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Media')
    await choose(page, pictures(page), board('one.png'))
    await pictures(page).getByRole('textbox', { name: 'Name of one.png' }).fill('Fire board')
    const description = pictures(page).getByRole('textbox', { name: 'Description of one.png' })
    await description.fill('A board with every fire door of storey 3')
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    const { pictures: stored } = await storedListing(api, app)
    expect(stored).toEqual([
      expect.objectContaining({
        name: 'Fire board',
        description: 'A board with every fire door of storey 3',
      }),
    ])
    await description.fill('x'.repeat(501))
    await description.blur()
    await expect(description).toHaveAccessibleDescription(/500/)
    await description.fill('A board with every fire door of storey 3')

    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const shown = page.getByRole('article').getByRole('region', { name: 'Screenshots' })
    await expect(shown.locator('img')).toHaveAttribute('alt', 'A board with every fire door of storey 3')
    await shown.getByRole('button', { name: /^Enlarge/ }).click()
    const enlarged = page.getByRole('figure')
    await expect(enlarged.getByRole('img')).toHaveAttribute('alt', 'A board with every fire door of storey 3')
    await expect(enlarged).toContainText('1 of 1 · Fire board')
  },
)

test(
  'a file is removed by its id after a confirmation, and the logo by its own field',
  { tag: ['@MEDIA-23', '@MEDIA-24', '@MEDIA-25'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Media')
    await choose(page, logo(page), pngFile('beam.png', 400))
    await choose(page, pictures(page), board('one.png'))
    await expect(logo(page).getByRole('img', { name: 'beam.png' })).toBeVisible()
    await expect(pictures(page).getByRole('img', { name: 'one.png' })).toBeVisible()
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    const before = await storedListing(api, app)
    const [picture] = before['pictures'] as { id: number }[]

    const removal = pictures(page).getByRole('button', { name: 'Remove one.png' })
    await removal.click()
    const question = page.getByRole('dialog', { name: 'Remove this file?' })
    await expect(question).toContainText('one.png is removed from the listing when you save.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(removal).toBeFocused()
    await removal.click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(pictures(page).getByRole('listitem')).toHaveCount(0)
    await expect(pictures(page).getByRole('button', { name: 'Choose files' })).toBeFocused()
    await logo(page).getByRole('button', { name: 'Remove beam.png' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(logo(page).getByRole('listitem')).toHaveCount(0)

    const patched = page.waitForRequest((request) => request.method() === 'PATCH')
    await saveListing(page).click()
    expect((await patched).postDataJSON()).toMatchObject({
      remove_media_ids: [picture?.id],
      remove_small_logo: true,
    })
    await expect.poll(async () => storedListing(api, app)).toMatchObject({ small_logo: null, pictures: [] })
  },
)

test(
  'a long file name is cut after 150 px and can still be read in full',
  { tag: ['@MEDIA-17'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    const name = 'beam-log-board-of-the-third-storey-with-everything-open-in-dark-mode.png'
    await openListing(page, app, 'Media')
    await choose(page, pictures(page), board(name))
    await expect(pictures(page).getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    const label = pictures(page).getByText(name, { exact: true })
    expect((await label.boundingBox())?.width).toBeLessThanOrEqual(150)
    expect(await label.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await label.hover()
    await expect(page.getByRole('tooltip', { name })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'the Media tab shows the storage used; removing a file makes room for one that was refused',
  { tag: ['@API-71', '@limited'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = { id: await createApp(api, 'Tower Log') }
    await openListing(page, app, 'Media')
    const storage = page.getByText(/^Storage:/)
    await expect(storage).toContainText('Storage: 0 MB of 3 MB used, 0 of 2 files.')
    await choose(page, logo(page), pngFile('beam.png', 400))
    await expect(storage).toContainText('Storage: 0.1 MB of 3 MB used, 1 of 2 files.')
    await choose(page, pictures(page), board('one.png'))
    await expect(storage).toContainText('2 of 2 files.')
    await choose(page, pictures(page), board('two.png'))
    await expect(pictures(page).getByRole('alert')).toHaveText(
      'This app stores 2 of 2 files. Remove files you no longer need and try again.',
    )

    await pictures(page).getByRole('button', { name: 'Remove one.png' }).click()
    const question = page.getByRole('dialog', { name: 'Remove this file?' })
    await expect(question).toContainText(
      "one.png isn't part of the saved listing, so it's deleted immediately.",
    )
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(storage).toContainText('1 of 2 files.')
    await pictures(page).getByRole('button', { name: 'Retry the upload of two.png' }).click()
    await expect(pictures(page).getByRole('img', { name: 'two.png' })).toBeVisible()
    await expect(storage).toContainText('2 of 2 files.')

    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    await logo(page).getByRole('button', { name: 'Remove beam.png' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(storage).toContainText('2 of 2 files.')
    await saveListing(page).click()
    await expect(storage).toContainText('1 of 2 files.')
  },
)

test(
  'in government cloud a listing has no videos',
  { tag: ['@MEDIA-04', '@government'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = { id: await createApp(api, 'Tower Log') }
    await openListing(page, app, 'Media')
    await expect(pictures(page)).toBeVisible()
    await expect(videos(page)).toHaveCount(0)
    await expect(page.getByRole('tabpanel')).not.toContainText('Video files')
  },
)
