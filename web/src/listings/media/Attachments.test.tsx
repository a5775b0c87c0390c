import { deleteMedia, getStorage, updateSubmission, uploadMedia } from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { buildSession, buildSubmission } from '../../../testing/build.ts'
import { drawPicture } from '../../../testing/files.ts'
import { renderListing } from '../../../testing/listing.tsx'
import {
  choose,
  drawBoard,
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
import { refuse, reply, sent } from '../../../testing/network.ts'
import { texts } from '../../../testing/texts.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const save = button('Save draft')

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
    renderMedia()
    await expect.element(videos).toBeVisible()
    for (const zone of document.querySelectorAll('.mantine-Dropzone-root')) {
      expect(zone.getBoundingClientRect().height).toBe(180)
    }
    await choose(logo, await drawPicture({ width: 400, height: 400, name: 'beam.png' }))
    await choose(pictures, await drawBoard('one.png'), await drawBoard('two.png'))
    await drop(videos, makeVideo('tour.mp4'), makeVideo('walk.mov', 'video/quicktime'))
    await expect.element(logo.getByRole('img', { name: 'beam.png' })).toBeVisible()
    await expect.poll(shownPictures).toEqual(['one.png', 'two.png'])
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

test(
  'each drop area takes the file types of its field, one file or several',
  { tags: ['MEDIA-26'] },
  async () => {
    renderMedia()
    await expect.element(videos).toBeVisible()
    const inputIn = (area: Locator) => area.element().querySelector<HTMLInputElement>('input[type=file]')
    const takenBy = (area: Locator) => [inputIn(area)?.accept.split(','), inputIn(area)?.multiple]
    expect(takenBy(logo)).toEqual([['image/jpeg', 'image/png'], false])
    expect(takenBy(pictures)).toEqual([['image/jpeg', 'image/png'], true])
    expect(takenBy(videos)).toEqual([['video/mp4', 'video/quicktime'], true])
  },
)

test('screenshots can be dragged to another place', { tags: ['MEDIA-02'] }, async () => {
  renderMedia(buildSubmission())
  await expect.poll(shownPictures).toEqual(['2.png', '3.png', '4.png'])
  const picture = (name: string) => pictures.getByRole('img', { name })
  await userEvent.dragAndDrop(picture('4.png'), picture('2.png'))
  await expect.poll(shownPictures).toEqual(['4.png', '2.png', '3.png'])
  await expect.element(page.getByText('4.png is now number 1 of 3')).toBeInTheDocument()
})

test('added, moved and removed files are announced', async () => {
  renderMedia()
  const announced = (text: string) => expect.poll(() => texts(pictures.getByRole('status'))).toContain(text)
  await choose(pictures, await drawBoard('one.png'))
  await announced('Added: one.png')
  await choose(pictures, await drawBoard('two.png'))
  await announced('Added: two.png')
  await button('Move two.png left').click()
  await announced('two.png is now number 1 of 2')
  await button('Remove two.png').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await announced('Removed: two.png')
})

test(
  'name and description become the caption and the alternative text of the preview',
  { tags: ['MEDIA-15'] },
  async () => {
    reply(updateSubmission, buildSubmission())
    renderMedia(buildSubmission())
    const text = 'A board with every fire door of floor 3'
    const description = page.getByRole('textbox', { name: 'Description of 2.png' })
    await expect.element(description).toHaveAccessibleDescription(/of 500 characters$/)
    await description.fill('x'.repeat(501))
    await expect.element(description).toHaveAccessibleDescription(/Character limit exceeded \(500\)/)
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

test('the refusal of a name disappears once the name is corrected or its file is removed', async () => {
  const path = (index: number) => `pictures_attributes.${index}.name`
  refuse(updateSubmission, {
    code: 'invalid_input',
    message: 'This name is taken',
    fields: { [path(0)]: ['This name is taken'], [path(1)]: ['This name is taken too'] },
  })
  renderMedia(buildSubmission())
  const nameOf = (file: string) => page.getByRole('textbox', { name: `Name of ${file}` })
  await nameOf('2.png').fill('Board')
  await save.click()
  await expect.element(nameOf('2.png')).toHaveAccessibleDescription(/This name is taken/)
  await nameOf('2.png').fill('Fire board')
  await expect.element(nameOf('2.png')).not.toHaveAccessibleDescription(/This name is taken/)
  await expect.element(nameOf('3.png')).toHaveAccessibleDescription(/This name is taken/)
  await button('Remove 3.png').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(shownPictures).toEqual(['2.png', '4.png'])
  await expect.element(nameOf('4.png')).not.toHaveAccessibleDescription(/This name is taken/)
})

test(
  'a stored file is removed by its id after a confirmation, and the logo by its own field',
  { tags: ['MEDIA-23', 'MEDIA-24', 'MEDIA-25'] },
  async () => {
    reply(updateSubmission, noFiles)
    renderMedia(buildSubmission())
    const removal = button('Remove 2.png')
    const question = page.getByRole('dialog', { name: 'Remove this file?' })
    await removal.click()
    await expect.element(question.getByText('2.png is removed from the listing when you save.')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(removal).toHaveFocus()
    await removal.click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(shownPictures).toEqual(['3.png', '4.png'])
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
    const name = 'beam-log-board-of-the-third-floor-with-everything-open-in-dark-mode.png'
    renderMedia(buildSubmission({ pictures: [mediaItem(2, 'Picture', { original_filename: name })] }))
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
    renderMedia(buildSubmission({ pictures: [], small_logo: mediaItem(1, 'Logo') }))
    used(1)
    await choose(pictures, await drawBoard('one.png'))
    used(2)
    await expect.poll(shownPictures).toEqual(['one.png'])
    await button('Remove one.png').click()
    await userEvent.keyboard('{Escape}')
    const full = 'This app stores 2 of 2 files. Remove files you no longer need and try again.'
    refuse(uploadMedia, { code: 'too_large', message: full, fields: { file: [full] } })
    await choose(pictures, await drawBoard('two.png'))
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
    await button('Retry the upload of two.png').click()
    await expect.poll(shownPictures).toEqual(['two.png'])
  },
)

test('can retry a failed load of the storage usage', async () => {
  renderMedia()
  refuse(getStorage, { code: 'internal', message: 'Something went wrong.' })
  await expect.element(page.getByText("The app's storage usage couldn't be loaded")).toBeVisible()
  reply(getStorage, { used_bytes: 0, allowed_bytes: 3 * 1024 ** 2, used_files: 0, allowed_files: 2 })
  await button('Retry').click()
  await expect.element(page.getByText(/^Storage: 0 MB of 3 MB used, 0 of 2 files\./)).toBeVisible()
})

test('in government cloud a listing has no videos', { tags: ['MEDIA-04'] }, async () => {
  renderListing({ section: 'media', session: buildSession({ flags: { gov_cloud: true } }) })
  await expect.element(pictures).toBeVisible()
  await expect.element(videos).not.toBeInTheDocument()
})
