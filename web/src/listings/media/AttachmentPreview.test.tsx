import type { MediaItem } from '@trestle/domain/listings/content.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { AttachmentPreview } from './AttachmentPreview.tsx'

/** Accepts any type, because a newer server may send unknown ones. */
function render(type: string, change: Partial<MediaItem> = {}) {
  const item = {
    id: 1,
    type: type as MediaItem['type'],
    name: '',
    description: '',
    original_filename: 'board.png',
    // Loads without a request.
    url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    external_url: null,
    content_type: 'image/png',
    bytes: 10,
    width: null,
    height: null,
    ...change,
  }
  renderPart(<AttachmentPreview item={item} />)
  return item
}

test.each([
  ['Picture', '', 'board.png'],
  ['Logo', '', 'board.png'],
  ['Picture', 'The board of a floor', 'The board of a floor'],
  ['Logo', 'The board of a floor', 'The board of a floor'],
])(
  'shows a %s described "%s" with its description or its name',
  { tags: ['MEDIA-19'] },
  async (type, description, expected) => {
    const { url } = render(type, { description })
    await expect.element(page.getByRole('img', { name: expected })).toHaveAttribute('src', url)
  },
)

test('a document has a link to view it', { tags: ['MEDIA-20'] }, async () => {
  const { url } = render('Document')
  const link = page.getByRole('link', { name: /^View document/ })
  await expect.element(link).toHaveAttribute('href', url)
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test.each(['Video', 'ShowcaseVideo'])('a %s offers only a download', { tags: ['MEDIA-21'] }, async (type) => {
  const { url } = render(type)
  const link = page.getByRole('link', { name: 'Download video' })
  await expect.element(link).toHaveAttribute('href', url)
  await expect.element(link).toHaveAttribute('download', 'board.png')
  expect(document.querySelectorAll('video, img')).toHaveLength(0)
})

test('any other type says that there is no preview', { tags: ['MEDIA-22'] }, async () => {
  render('Hologram')
  await expect.element(page.getByText('No Preview Available')).toBeVisible()
})
