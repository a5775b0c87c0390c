import { deleteMedia, getStorage, updateSubmission, uploadMedia } from '@trestle/domain/listings/contract.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { buildSession, buildSubmission } from '../../../testing/build.ts'
import { chooseFiles, drawPicture, dropFiles } from '../../../testing/files.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { disconnect, hold, refuse, reply, sent } from '../../../testing/network.ts'

afterEach(() => void vi.useRealTimers())

const set = (name: string) => page.getByRole('group', { name })
const logo = set('Logo file')
const pictures = set('Screenshot files')
const videos = set('Video files')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const save = button('Save draft')
const noFiles = buildSubmission({ small_logo: null, pictures: [], videos: [] })
const board = (name: string) => drawPicture({ width: 1280, height: 720, name })
const video = (name: string, type = 'video/mp4') => new File(['frames'], name, { type })

async function choose(into: typeof logo, ...files: File[]) {
  await expect.element(into).toBeVisible()
  chooseFiles(files, into.element())
}

async function drop(into: typeof logo, ...files: File[]) {
  await expect.element(into).toBeVisible()
  const zone = into.element().querySelector('.mantine-Dropzone-root')
  if (zone) dropFiles(files, zone)
}

/** Stores each upload under its own name, with ids from 100 on. */
function storeUploads() {
  let id = 100
  reply(uploadMedia, ({ query, files }) =>
    mediaItem(id++, query.type, { original_filename: files['file']?.name ?? '' }),
  )
}

function render(unpublished = noFiles) {
  storeUploads()
  reply(deleteMedia)
  renderListing({ section: 'media', unpublished })
}

const alertTexts = (into: typeof logo) =>
  into
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)

const order = () =>
  pictures
    .getByRole('listitem')
    .getByRole('img')
    .elements()
    .map((image) => image.getAttribute('alt'))

test(
  'the logo, screenshots and videos are shown after their upload and saved with the listing',
  {
    tags: [
      'MEDIA-01',
      'MEDIA-02',
      'MEDIA-03',
      'MEDIA-13',
      'MEDIA-14',
      'MEDIA-18',
      'MEDIA-19',
      'MEDIA-21',
      'MEDIA-26',
    ],
  },
  async () => {
    reply(updateSubmission, noFiles)
    render()
    await expect.element(videos).toBeVisible()
    for (const zone of document.querySelectorAll('.mantine-Dropzone-root'))
      expect(zone.getBoundingClientRect().height).toBe(180)
    await choose(logo, await drawPicture({ width: 400, height: 400, name: 'beam.png' }))
    await choose(pictures, await board('one.png'), await board('two.png'))
    await drop(videos, video('tour.mp4'), video('walk.mov', 'video/quicktime'))
    await expect.element(logo.getByRole('img', { name: 'beam.png' })).toBeVisible()
    await expect.poll(order).toEqual(['one.png', 'two.png'])
    const downloads = videos.getByRole('link', { name: 'Download video' })
    await expect.element(downloads.nth(1)).toHaveAttribute('download', 'walk.mov')
    await expect.element(downloads.nth(0)).toHaveAttribute('download', 'tour.mp4')
    expect(document.querySelector('video'), 'videos can only be downloaded').toBeNull()
    expect(
      sent(uploadMedia)
        .map(({ query }) => query.type)
        .toSorted(),
    ).toEqual(['Logo', 'Picture', 'Picture', 'Video', 'Video'])
    await save.click()
    const id = expect.any(Number)
    await expect
      .poll(() => sent(updateSubmission)[0]?.body)
      .toMatchObject({
        small_logo_attributes: { id },
        pictures_attributes: [{ id }, { id }],
        videos_attributes: [{ id }, { id }],
      })
  },
)

const sizes: [type: 'Logo' | 'Picture', width: number, height: number, message: string][] = [
  ['Logo', 300, 200, 'The logo must be square. This one is 300 x 200 px.'],
  ['Logo', 120, 120, 'The logo must be at least 200 x 200 px. This one is 120 x 120 px.'],
  ['Picture', 700, 480, 'A screenshot must be at least 720 x 480 px. This one is 700 x 480 px.'],
  ['Picture', 1920, 1200, 'A screenshot can be at most 1920 x 1080 px. This one is 1920 x 1200 px.'],
  ['Picture', 1900, 800, 'A screenshot must be between 4:3 and 16:9. This one is 1900 x 800 px, 2.38:1.'],
]

test.each(sizes)(
  'refuses a %s of %i x %i px before its upload',
  { tags: ['MEDIA-05', 'MEDIA-07', 'MEDIA-09'] },
  async (type, width, height, message) => {
    render()
    const into = type === 'Logo' ? logo : pictures
    await choose(into, await drawPicture({ width, height, name: 'wrong.png' }))
    await expect.element(into.getByRole('alert')).toMatchTextContent(message)
    await expect.element(button(/^Try again/)).not.toBeInTheDocument()
    expect(sent(uploadMedia)).toEqual([])
  },
)

test(
  'refuses a file of another kind and a damaged picture before their upload',
  { tags: ['MEDIA-09'] },
  async () => {
    render()
    const whole = await board('torn.png')
    const torn = new File([whole.slice(0, 60)], 'torn.png', { type: 'image/png' })
    await drop(pictures, new File(['GIF89a'], 'notes.gif', { type: 'image/gif' }), torn)
    await expect
      .poll(() => alertTexts(pictures).toSorted())
      .toEqual(['Invalid file type', 'This picture is damaged and could not be read.'])
    expect(sent(uploadMedia)).toEqual([])
    await button('Dismiss notes.gif').click()
    await expect.poll(() => alertTexts(pictures)).toHaveLength(1)
    await expect.element(pictures.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  },
)

test(
  'shows why the server refused a file, without another try',
  { tags: ['MEDIA-08', 'MEDIA-09'] },
  async () => {
    const message = 'A video must be at least 720p. This one is 480p.'
    render()
    refuse(uploadMedia, { code: 'invalid_input', message, fields: { file: [message] } })
    await choose(videos, video('low.mp4'))
    await expect.element(videos.getByRole('alert')).toMatchTextContent(message)
    await expect.element(button(/^Try again/)).not.toBeInTheDocument()
  },
)

test(
  'a field for one file takes one at a time, and a new file replaces the old one',
  { tags: ['MEDIA-10'] },
  async () => {
    render()
    const [one, two] = await Promise.all(
      ['one.png', 'two.png'].map((name) => drawPicture({ width: 400, height: 400, name })),
    )
    if (!one || !two) throw new Error('No pictures.')
    await drop(logo, one, two)
    await expect.element(logo.getByText('Drop one file at a time.')).toBeVisible()
    expect(sent(uploadMedia)).toEqual([])
    const upload = hold(uploadMedia)
    await choose(logo, one)
    await expect.element(logo.getByRole('progressbar', { name: 'Uploading one.png' })).toBeInTheDocument()
    await expect.element(logo.getByRole('button', { name: 'Choose a file' })).toBeDisabled()
    await expect.element(logo.getByText('Drop one file at a time.')).not.toBeInTheDocument()
    await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
    upload.release()
    await expect.element(logo.getByRole('img', { name: 'one.png' })).toBeVisible()
    await choose(logo, two)
    await expect.element(logo.getByRole('img', { name: 'two.png' })).toBeVisible()
    await expect.element(logo.getByRole('img', { name: 'one.png' })).not.toBeInTheDocument()
    await expect.poll(() => sent(deleteMedia)).toMatchObject([{ params: { media_id: '100' } }])
  },
)

test('one of two uploads can be canceled, and the other arrives', async () => {
  render()
  const upload = hold(uploadMedia)
  await choose(pictures, await board('keep.png'), await board('drop.png'))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(2)
  await button('Cancel the upload of drop.png').click()
  await expect.element(pictures.getByRole('progressbar')).toHaveAccessibleName('Uploading keep.png')
  await expect.element(pictures.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  upload.release()
  await expect.poll(order).toEqual(['keep.png'])
})

test(
  'an interrupted video has its own message and can be uploaded again',
  { tags: ['MEDIA-27', 'MEDIA-28'] },
  async () => {
    render()
    disconnect(uploadMedia)
    await choose(videos, video('tour.mp4'))
    await expect
      .element(videos.getByRole('alert'))
      .toMatchTextContent('The video could not be uploaded. Please try again.')
    await expect.element(videos.getByRole('progressbar')).not.toBeInTheDocument()
    storeUploads()
    await button('Try again to upload tour.mp4').click()
    await expect.element(videos.getByRole('link', { name: 'Download video' })).toBeVisible()
    await expect.element(videos.getByRole('alert')).not.toBeInTheDocument()
  },
)

test(
  'asks to stay on the page after five seconds of uploading',
  { tags: ['MEDIA-11', 'MEDIA-12'] },
  async () => {
    const started = new Date(2026, 3, 9, 12, 0)
    vi.useFakeTimers({ toFake: ['Date'], now: started })
    render()
    const upload = hold(uploadMedia)
    await choose(pictures, await board('site.png'))
    await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
    const notice = page.getByText('Your files are still uploading. Please stay on this page.')
    vi.setSystemTime(started.valueOf() + 4900)
    upload.progress(0.4)
    await expect.element(page.getByText('40 % uploaded')).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
    vi.setSystemTime(started.valueOf() + 5000)
    await expect.element(notice).toBeVisible()
    upload.release()
    await expect.element(pictures.getByRole('img', { name: 'site.png' })).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  },
)

test('an upload continues behind another tab', { tags: ['MEDIA-11'] }, async () => {
  render()
  const upload = hold(uploadMedia)
  await choose(pictures, await board('site.png'))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
  await page.getByRole('tab', { name: /^App Information/ }).click()
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  await tagline.fill('Logs every beam')
  upload.release()
  await expect.element(tagline).toHaveValue('Logs every beam')
  await page.getByRole('tab', { name: /^Media/ }).click()
  await expect.poll(order).toEqual(['site.png'])
})

test('a file that arrives during a save stays for the next save', { tags: ['MEDIA-26'] }, async () => {
  reply(updateSubmission, ({ body }) =>
    buildSubmission({
      small_logo: null,
      pictures: (body.pictures_attributes ?? []).map(({ id }) =>
        mediaItem(id, 'Picture', { original_filename: 'one.png' }),
      ),
    }),
  )
  render()
  await choose(pictures, await board('one.png'))
  await expect.poll(order).toEqual(['one.png'])
  const saving = hold(updateSubmission)
  await save.click()
  await choose(pictures, await board('two.png'))
  await expect.poll(order).toEqual(['one.png', 'two.png'])
  saving.release()
  await expect.element(page.getByText('Listing saved')).toBeVisible()
  await expect.poll(order).toEqual(['one.png', 'two.png'])
  await save.click()
  await expect
    .poll(() => sent(updateSubmission)[1]?.body.pictures_attributes)
    .toMatchObject([{ id: 100 }, { id: 101 }])
})

test('screenshots keep the order of selection, whichever arrives first', { tags: ['MEDIA-02'] }, async () => {
  render()
  const uploads: ReturnType<typeof hold>[] = []
  for (const name of ['one.png', 'two.png', 'three.png']) {
    uploads.push(hold(uploadMedia))
    await choose(pictures, await board(name))
    await expect.poll(() => sent(uploadMedia)).toHaveLength(uploads.length)
  }
  const arrived = [['three.png'], ['two.png', 'three.png'], ['one.png', 'two.png', 'three.png']]
  for (const expected of arrived) {
    uploads.pop()?.release()
    await expect.poll(order).toEqual(expected)
  }
})

test('screenshots can be dragged to another place', { tags: ['MEDIA-02'] }, async () => {
  render(buildSubmission())
  await expect.poll(order).toEqual(['2.png', '3.png', '4.png'])
  const picture = (name: string) => pictures.getByRole('img', { name })
  await userEvent.dragAndDrop(picture('4.png'), picture('2.png'))
  await expect.poll(order).toEqual(['4.png', '2.png', '3.png'])
  await expect.element(page.getByText('4.png is now number 1 of 3')).toBeInTheDocument()
})

test(
  'name and description become the caption and the alternative text of the preview',
  { tags: ['MEDIA-15'] },
  async () => {
    reply(updateSubmission, buildSubmission())
    render(buildSubmission())
    const text = 'A board with every fire door of storey 3'
    const description = page.getByRole('textbox', { name: 'Description of 2.png' })
    await description.fill('x'.repeat(501))
    await expect.element(description).toHaveAccessibleDescription(/500/)
    await page.getByRole('textbox', { name: 'Name of 2.png' }).fill('Fire board')
    await description.fill(text)
    await button('Preview').click()
    const shown = page.getByRole('article').getByRole('region', { name: 'Screenshots' })
    await expect.element(shown.getByRole('img').first()).toHaveAttribute('alt', text)
    await shown
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click()
    const enlarged = page.getByRole('figure')
    await expect.element(enlarged.getByRole('img')).toHaveAttribute('alt', text)
    await expect.element(enlarged.getByText('1 of 3 · Fire board')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(enlarged).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await save.click()
    await expect
      .poll(() => sent(updateSubmission)[0]?.body.pictures_attributes?.[0])
      .toEqual({ id: 2, name: 'Fire board', description: text })
  },
)

test(
  'a stored file is removed by its id after a confirmation, and the logo by its own field',
  { tags: ['MEDIA-23', 'MEDIA-24', 'MEDIA-25'] },
  async () => {
    reply(updateSubmission, noFiles)
    render(buildSubmission())
    const removal = button('Remove 2.png')
    const question = page.getByRole('dialog', { name: 'Remove this file?' })
    await removal.click()
    await expect.element(question.getByText('2.png is removed from the listing when you save.')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(removal).toHaveFocus()
    await removal.click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(order).toEqual(['3.png', '4.png'])
    await expect.element(pictures.getByRole('button', { name: 'Choose files' })).toHaveFocus()
    await button('Remove 1.png').click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.element(logo.getByRole('listitem')).not.toBeInTheDocument()
    await save.click()
    await expect
      .poll(() => sent(updateSubmission)[0]?.body)
      .toMatchObject({ remove_media_ids: [2], remove_small_logo: true })
    expect(sent(deleteMedia)).toEqual([])
  },
)

test(
  'a long file name is cut after 150 px and can still be read in full',
  { tags: ['MEDIA-17'] },
  async () => {
    const name = 'beam-log-board-of-the-third-storey-with-everything-open-in-dark-mode.png'
    render(buildSubmission({ pictures: [mediaItem(2, 'Picture', { original_filename: name })] }))
    await expect.element(button(`Remove ${name}`)).toBeVisible()
    const label = pictures.getByText(name, { exact: true })
    const element = label.element()
    expect(element.getBoundingClientRect().width).toBeLessThanOrEqual(150)
    expect(element.scrollWidth).toBeGreaterThan(element.clientWidth)
    await label.hover()
    await expect.element(page.getByRole('tooltip', { name })).toBeVisible()
  },
)

test(
  'shows the storage used, and a removed file makes room for a refused one',
  { tags: ['API-71'] },
  async () => {
    const used = (files: number) =>
      reply(getStorage, {
        used_bytes: files * 102_400,
        allowed_bytes: 3 * 1024 ** 2,
        used_files: files,
        allowed_files: 2,
      })
    render(buildSubmission({ pictures: [], small_logo: mediaItem(1, 'Logo') }))
    used(1)
    await choose(pictures, await board('one.png'))
    used(2)
    await expect.poll(order).toEqual(['one.png'])
    await button('Remove one.png').click()
    await userEvent.keyboard('{Escape}')
    const full = 'This app stores 2 of 2 files. Remove files you no longer need and try again.'
    refuse(uploadMedia, { code: 'too_large', message: full, fields: { file: [full] } })
    await choose(pictures, await board('two.png'))
    await expect.element(pictures.getByRole('alert')).toMatchTextContent(full)
    await button('Remove one.png').click()
    const question = page.getByRole('dialog', { name: 'Remove this file?' })
    await expect
      .element(question.getByText("one.png isn't part of the saved listing, so it's deleted immediately."))
      .toBeVisible()
    used(1)
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText(/^Storage: 0\.1 MB of 3 MB used, 1 of 2 files\./)).toBeVisible()
    storeUploads()
    await button('Try again to upload two.png').click()
    await expect.poll(order).toEqual(['two.png'])
  },
)

test('can retry a failed load of the storage usage', async () => {
  render()
  refuse(getStorage, { code: 'internal', message: 'Something went wrong.' })
  await expect.element(page.getByText("The app's storage usage could not be loaded.")).toBeVisible()
  reply(getStorage, { used_bytes: 0, allowed_bytes: 3 * 1024 ** 2, used_files: 0, allowed_files: 2 })
  await button('Retry').click()
  await expect.element(page.getByText(/^Storage: 0 MB of 3 MB used, 0 of 2 files\./)).toBeVisible()
})

test('in government cloud a listing has no videos', { tags: ['MEDIA-04'] }, async () => {
  renderListing({ section: 'media', session: buildSession({ flags: { gov_cloud: true } }) })
  await expect.element(pictures).toBeVisible()
  await expect.element(videos).not.toBeInTheDocument()
})
