import { getSession, signIn } from '@trestle/domain/accounts/contract.ts'
import { deleteDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import { deleteMedia, updateSubmission, uploadMedia } from '@trestle/domain/listings/contract.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { buildSession, buildSignedOutSession, buildSubmission } from '../../../testing/build.ts'
import { drawPicture } from '../../../testing/files.ts'
import {
  choose,
  drawBoard,
  drawVideo,
  drop,
  logo,
  makeVideo,
  noFiles,
  pictures,
  renderMedia,
  shownPictures,
  storeUploads,
  videos,
} from '../../../testing/listingMedia.ts'
import { asksBeforeClosing } from '../../../testing/leaving.ts'
import { disconnect, hold, refuse, refuseInBackground, reply, sent } from '../../../testing/network.ts'
import { removeRendered } from '../../../testing/render.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const save = button('Save draft')

const alertTexts = (into: typeof logo) =>
  into
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)

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
    renderMedia()
    const into = type === 'Logo' ? logo : pictures
    await choose(into, await drawPicture({ width, height, name: 'wrong.png' }))
    await expect.element(into.getByRole('alert')).toMatchTextContent(message)
    await expect.element(button(/^Retry/)).not.toBeInTheDocument()
    expect(sent(uploadMedia)).toEqual([])
  },
)

test('sends a video whose first bytes the browser cannot read', async () => {
  renderMedia()
  await expect.element(videos).toBeVisible()
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new Error('The file is gone.'))
  await choose(videos, makeVideo('tour.mp4'))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
  expect(videos.getByRole('alert').elements()).toEqual([])
  reading.mockRestore()
})

test(
  'refuses a file of another kind and a damaged picture before their upload',
  { tags: ['MEDIA-09'] },
  async () => {
    renderMedia()
    const whole = await drawBoard('torn.png')
    const torn = new File([whole.slice(0, 60)], 'torn.png', { type: 'image/png' })
    await drop(pictures, new File(['GIF89a'], 'notes.gif', { type: 'image/gif' }), torn)
    await expect
      .poll(() => alertTexts(pictures).toSorted())
      .toEqual(['Invalid file type', "This picture is damaged and couldn't be read."])
    expect(sent(uploadMedia)).toEqual([])
    await button('Dismiss notes.gif').click()
    await expect.poll(() => alertTexts(pictures)).toHaveLength(1)
    await expect.element(pictures.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  },
)

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'],
  [
    'a GIF',
    Uint8Array.from(atob('R0lGODlhAgABAIAAAP8AAAAAACwAAAAAAgABAAACAkQKADs='), (c) => c.charCodeAt(0)),
  ],
])(
  'refuses %s that is named like a PNG before its upload, by its first bytes',
  { tags: ['LVAL-48', 'MEDIA-09'] },
  async (_kind, bytes) => {
    renderMedia()
    await choose(logo, new File([bytes], 'renamed.png', { type: 'image/png' }))
    await expect.element(logo.getByRole('alert')).toMatchTextContent('Invalid file type')
    expect(sent(uploadMedia)).toEqual([])
  },
)

test(
  'refuses a low video before its upload, and uploads a high one and one that the browser cannot read',
  { tags: ['MEDIA-08', 'MEDIA-09'] },
  async () => {
    renderMedia()
    await choose(videos, drawVideo('low.mp4', { width: 640, height: 360 }))
    await expect
      .element(videos.getByRole('alert'))
      .toMatchTextContent('A video must be at least 720p. This one is 360p.')
    await expect.element(button(/^Retry/)).not.toBeInTheDocument()
    expect(sent(uploadMedia)).toEqual([])
    const high = drawVideo('high.mp4', { width: 1280, height: 720 })
    await choose(videos, high, makeVideo('unreadable.mp4'))
    await expect.poll(() => sent(uploadMedia)).toHaveLength(2)
    await expect.element(videos.getByRole('link', { name: 'Download video' }).nth(1)).toBeVisible()
  },
)

test('uploads continue after signing in again', async () => {
  renderMedia()
  await expect.element(pictures).toBeVisible()
  refuse(uploadMedia, { code: 'not_signed_in', message: 'Sign in first.' })
  reply(getSession, buildSignedOutSession())
  await choose(pictures, await drawBoard('one.png'), await drawBoard('two.png'))
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  const password = dialog.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveFocus()
  reply(signIn, buildSession())
  storeUploads()
  await password.fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownPictures).toEqual(['one.png', 'two.png'])
  await expect.element(dialog).not.toBeInTheDocument()
})

test(
  'shows why the server refused a file, without another try',
  { tags: ['MEDIA-08', 'MEDIA-09'] },
  async () => {
    const message = 'A video must be at least 720p. This one is 480p.'
    renderMedia()
    refuse(uploadMedia, { code: 'invalid_input', message, fields: { file: [message] } })
    await choose(videos, makeVideo('low.mp4'))
    await expect.element(videos.getByRole('alert')).toMatchTextContent(message)
    await expect.element(button(/^Retry/)).not.toBeInTheDocument()
  },
)

test('offers to send a file again that the storage had no room for', { tags: ['MEDIA-08'] }, async () => {
  const message = 'The files of this app use up its storage.'
  renderMedia()
  refuse(uploadMedia, { code: 'too_large', message, fields: { file: [message] } })
  await choose(pictures, await drawBoard('board.png'))
  await expect.element(pictures.getByRole('alert')).toMatchTextContent(message)
  await expect.element(button(/^Retry/)).toBeVisible()
})

test(
  'a field for one file takes one at a time, and a new file replaces the old one',
  { tags: ['MEDIA-10'] },
  async () => {
    renderMedia()
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

test('a new logo replaces one that was refused', async () => {
  renderMedia()
  await choose(logo, await drawPicture({ width: 120, height: 120, name: 'small.png' }))
  await expect.element(logo.getByRole('alert')).toBeVisible()
  await choose(logo, await drawPicture({ width: 400, height: 400, name: 'large.png' }))
  await expect.element(logo.getByRole('img', { name: 'large.png' })).toBeVisible()
  await expect.element(logo.getByRole('alert')).not.toBeInTheDocument()
})

test('one of two uploads can be canceled, and the other arrives', async () => {
  renderMedia()
  const upload = hold(uploadMedia)
  await choose(pictures, await drawBoard('keep.png'), await drawBoard('drop.png'))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(2)
  await button('Cancel the upload of drop.png').click()
  await expect.element(pictures.getByRole('progressbar')).toHaveAccessibleName('Uploading keep.png')
  await expect.element(pictures.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  upload.release()
  await expect.poll(shownPictures).toEqual(['keep.png'])
})

test('a page that is left cancels its uploads', async () => {
  renderMedia()
  const upload = hold(uploadMedia)
  await choose(videos, makeVideo('tour.mp4'))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
  removeRendered()
  expect(upload.canceled()).toBe(1)
})

test('asks before a page is left with a file that can be uploaded again', async () => {
  renderMedia(buildSubmission())
  disconnect(uploadMedia)
  await choose(pictures, await drawBoard('site.png'))
  await button('Dismiss site.png').hover()
  expect(asksBeforeClosing()).toBe(true)
  await button('Dismiss site.png').click()
  await expect.poll(asksBeforeClosing).toBe(false)
})

test('a file whose upload is canceled before it is sent again never arrives', async () => {
  renderMedia()
  refuseInBackground(uploadMedia, {
    code: 'not_allowed',
    message: 'The token is stale.',
    fields: { 'x-csrf-token': ['The token is stale.'] },
  })
  reply(getSession, buildSession())
  const session = hold(getSession)
  await choose(pictures, await drawBoard('drop.png'))
  await expect.poll(() => sent(getSession)).toHaveLength(1)
  await button('Cancel the upload of drop.png').click()
  storeUploads()
  session.release()
  await choose(pictures, await drawBoard('keep.png'))
  await expect.poll(shownPictures).toEqual(['keep.png'])
  expect(sent(uploadMedia)).toHaveLength(2)
})

test('a listing with a failed upload can be submitted once it is uploaded again', async () => {
  renderMedia()
  const submit = button('Submit for approval')
  const first = hold(uploadMedia)
  disconnect(uploadMedia)
  await choose(pictures, await drawBoard('site.png'))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
  first.progress(0.4)
  await expect.element(page.getByText('40% uploaded')).toBeVisible()
  await expect.element(submit).toHaveAccessibleDescription('Files are still uploading.')
  first.release()
  await expect.element(pictures.getByRole('alert')).toBeVisible()
  await expect.element(submit).toHaveAccessibleDescription("1 file wasn't uploaded. Retry or dismiss it.")
  const second = hold(uploadMedia)
  await button('Retry the upload of site.png').click()
  await expect.element(page.getByText('0% uploaded', { exact: true })).toBeVisible()
  storeUploads()
  second.release()
  await expect.poll(shownPictures).toEqual(['site.png'])
  await expect.element(submit).toHaveAccessibleDescription('Save your changes before you submit.')
})

test('a complete listing with failed uploads can be submitted once they are dismissed', async () => {
  renderMedia(buildSubmission())
  const submit = button('Submit for approval')
  await expect.element(submit).toBeEnabled()
  disconnect(uploadMedia)
  await choose(pictures, await drawBoard('site.png'))
  await expect.element(button('Dismiss site.png')).toBeVisible()
  await choose(pictures, await drawPicture({ width: 700, height: 480, name: 'small.png' }))
  await expect.element(submit).toHaveAccessibleDescription("2 files weren't uploaded. Retry or dismiss them.")
  await button('Dismiss site.png').click()
  await expect.element(submit).toHaveAccessibleDescription("1 file wasn't uploaded. Dismiss it.")
  await expect.element(submit).toBeDisabled()
  await button('Dismiss small.png').click()
  await expect.element(submit).toBeEnabled()
})

test(
  'an interrupted video has its own message and can be uploaded again',
  { tags: ['MEDIA-27', 'MEDIA-28'] },
  async () => {
    renderMedia()
    disconnect(uploadMedia)
    await choose(videos, makeVideo('tour.mp4'))
    await expect
      .element(videos.getByRole('alert'))
      .toMatchTextContent('The video could not be uploaded. Please try again.')
    await expect.element(videos.getByRole('progressbar')).not.toBeInTheDocument()
    storeUploads()
    await button('Retry the upload of tour.mp4').click()
    await expect.element(videos.getByRole('link', { name: 'Download video' })).toBeVisible()
    await expect.element(videos.getByRole('alert')).not.toBeInTheDocument()
  },
)

test(
  'asks to stay on the page after five seconds of uploading',
  { tags: ['MEDIA-11', 'MEDIA-12'] },
  async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    renderMedia()
    const upload = hold(uploadMedia)
    await choose(pictures, await drawBoard('site.png'))
    await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
    const notice = page.getByText('Your files are still uploading. Please stay on this page.')
    vi.advanceTimersByTime(4900)
    upload.progress(0.4)
    await expect.element(page.getByText('40% uploaded')).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
    vi.advanceTimersByTime(100)
    await expect.element(notice).toBeVisible()
    upload.release()
    await expect.element(pictures.getByRole('img', { name: 'site.png' })).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  },
)

test(
  'asks to stay on the page whichever section is open, announced once, without moving the buttons',
  { tags: ['MEDIA-11', 'MEDIA-12'] },
  async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    renderMedia()
    const upload = hold(uploadMedia)
    await choose(pictures, await drawBoard('site.png'))
    await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
    await page.getByRole('tab', { name: /^App Information/ }).click()
    await expect.element(page.getByRole('textbox', { name: 'Tagline' })).toBeVisible()
    const bar = page.getByRole('group', { name: 'Listing actions' })
    const placeOfButtons = () =>
      bar
        .getByRole('button')
        .elements()
        .map((each) => each.getBoundingClientRect().toJSON() as DOMRect)
    const before = placeOfButtons()
    const regions = bar.getByRole('status').elements()
    expect(regions.map(({ textContent }) => textContent)).toEqual([''])
    vi.advanceTimersByTime(5000)
    const notice = page.getByText('Your files are still uploading. Please stay on this page.')
    await expect.element(notice).toBeVisible()
    expect(bar.getByRole('status').elements()).toEqual(regions)
    expect(regions.map(({ textContent }) => textContent)).toEqual([
      'Your files are still uploading. Please stay on this page.',
    ])
    expect(placeOfButtons()).toEqual(before)
    await page.getByRole('tab', { name: /^Media/ }).click()
    await expect.element(pictures.getByRole('progressbar')).toBeInTheDocument()
    await expect.element(notice).toBeVisible()
    upload.release()
    await expect.element(notice).not.toBeInTheDocument()
  },
)

test('an upload continues behind another tab', { tags: ['MEDIA-11'] }, async () => {
  renderMedia()
  const upload = hold(uploadMedia)
  await choose(pictures, await drawBoard('site.png'))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
  await page.getByRole('tab', { name: /^App Information/ }).click()
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  await tagline.fill('Logs every beam')
  upload.release()
  await expect.element(tagline).toHaveValue('Logs every beam')
  await page.getByRole('tab', { name: /^Media/ }).click()
  await expect.poll(shownPictures).toEqual(['site.png'])
})

test('backs up texts, but no uploads', async () => {
  const backUp = () => document.dispatchEvent(new Event('visibilitychange'))
  renderMedia()
  await choose(pictures, await drawBoard('site.png'))
  await expect.poll(shownPictures).toEqual(['site.png'])
  const note = page.getByText("New files aren't backed up")
  await expect.element(note).toBeVisible()
  backUp()
  await page.getByRole('tab', { name: /^App Information/ }).click()
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  await tagline.fill('Logs every beam')
  backUp()
  await expect.element(page.getByText(/^Backed up \d+ s ago$/)).toBeVisible()
  expect(sent(putDraft)).toMatchObject([{ body: { content: { tagline: 'Logs every beam', pictures: [] } } }])
  await tagline.fill(noFiles.tagline ?? '')
  await expect.poll(() => sent(deleteDraft)).toHaveLength(1)
  await expect.element(page.getByText(/^Backed up/)).not.toBeInTheDocument()
  await expect.element(note).toBeVisible()
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
  renderMedia()
  await choose(pictures, await drawBoard('one.png'))
  await expect.poll(shownPictures).toEqual(['one.png'])
  const saving = hold(updateSubmission)
  await save.click()
  await choose(pictures, await drawBoard('two.png'))
  await expect.poll(shownPictures).toEqual(['one.png', 'two.png'])
  saving.release()
  await expect.element(page.getByText('Listing saved')).toBeVisible()
  await expect.poll(shownPictures).toEqual(['one.png', 'two.png'])
  await save.click()
  await expect
    .poll(() => sent(updateSubmission)[1]?.body.pictures_attributes)
    .toMatchObject([{ id: 100 }, { id: 101 }])
})

test('screenshots keep the order of selection, whichever arrives first', { tags: ['MEDIA-02'] }, async () => {
  renderMedia()
  const uploads: ReturnType<typeof hold>[] = []
  for (const name of ['one.png', 'two.png', 'three.png']) {
    uploads.push(hold(uploadMedia))
    await choose(pictures, await drawBoard(name))
    await expect.poll(() => sent(uploadMedia)).toHaveLength(uploads.length)
  }
  const arrived = [['three.png'], ['two.png', 'three.png'], ['one.png', 'two.png', 'three.png']]
  for (const expected of arrived) {
    uploads.pop()?.release()
    await expect.poll(shownPictures).toEqual(expected)
  }
})
