import { makeVideo } from '../server/testing/videos.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { openNewListing, openTab, saveListing, fetchListing } from './listings.ts'
import { chooser, drop, pngFile } from './pictures.ts'
import { announcement } from './versions.ts'

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

const images = (into: ReturnType<typeof set>) => into.getByRole('listitem').locator('img')
const board = (name: string) => pngFile(name, 1280, 720)

test(
  'files upload by choice and by drop, are measured, saved with the listing and removed again',
  { tag: ['@MEDIA-02', '@MEDIA-08', '@MEDIA-09', '@MEDIA-15', '@MEDIA-24', '@MEDIA-26'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Media')

    await test.step('what breaks a rule is refused', async () => {
      await choose(page, pictures(page), pngFile('tiny.png', 700, 480))
      await expect(pictures(page).getByRole('alert')).toHaveText(
        'A screenshot must be at least 720 x 480 px. This one is 700 x 480 px.',
      )
      await choose(page, videos(page), videoFile('slow.mp4', 1280, 720, 15))
      await expect(videos(page).getByRole('alert')).toHaveText(
        'A video must have at least 24 frames per second. This one has 15.',
      )
      await expectAccessible(page)
      for (const name of ['tiny.png', 'slow.mp4']) {
        await page.getByRole('button', { name: `Dismiss ${name}` }).click()
      }
    })

    await test.step('the others are shown, saved and loaded again', async () => {
      await choose(page, logo(page), pngFile('beam.png', 400))
      await choose(page, pictures(page), board('one.png'), board('two.png'))
      await drop(page, videos(page), videoFile('tour.mp4', 1280, 720, 24))
      await expect(logo(page).getByRole('img', { name: 'beam.png' })).toBeVisible()
      await expect(images(pictures(page))).toHaveCount(2)
      await images(pictures(page)).last().scrollIntoViewIfNeeded()
      await expect(images(pictures(page)).last()).toHaveJSProperty('naturalWidth', 1280)
      await expect(videos(page).getByRole('link', { name: 'Download video' })).toHaveAttribute(
        'download',
        'tour.mp4',
      )
      await saveListing(page).click()
      await expect(announcement(page, 'Listing saved')).toBeVisible()
      expect(await fetchListing(api, app)).toMatchObject({
        small_logo: {
          id: expect.any(Number),
          type: 'Logo',
          name: '',
          description: '',
          original_filename: 'beam.png',
          url: expect.stringContaining('/'),
          external_url: null,
        },
        pictures: [{ original_filename: 'one.png' }, { original_filename: 'two.png' }],
        videos: [{ type: 'Video', original_filename: 'tour.mp4', external_url: expect.any(String) }],
      })
      await page.reload()
      await openTab(page, 'Media')
      await expect(images(pictures(page))).toHaveCount(2)
    })

    await test.step('a removed one disappears with the next save', async () => {
      await pictures(page).getByRole('button', { name: 'Remove one.png' }).click()
      const question = page.getByRole('dialog', { name: 'Remove this file?' })
      await expect(question).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Remove' }).click()
      await logo(page).getByRole('button', { name: 'Remove beam.png' }).click()
      await question.getByRole('button', { name: 'Remove' }).click()
      await saveListing(page).click()
      await expect
        .poll(async () => fetchListing(api, app))
        .toMatchObject({ small_logo: null, pictures: [{ original_filename: 'two.png' }] })
    })
  },
)
