import { MantineProvider } from '@mantine/core'
import type { MediaItem } from '@trestle/domain/listings/content.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../texts/i18n.ts'
import { AttachmentPreview } from './AttachmentPreview.tsx'

beforeAll(() => startTexts('Trestle'))

/** Accepts any string, because a newer server may send unknown types. */
const drawn = (type: string, change: Partial<MediaItem> = {}): string => {
  const item = {
    id: 1,
    type: type as MediaItem['type'],
    name: '',
    description: '',
    original_filename: 'board.png',
    url: '/files/board',
    external_url: null,
    content_type: 'image/png',
    bytes: 10,
    width: null,
    height: null,
    ...change,
  }
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(AttachmentPreview, { item })),
  )
}

test.each(['Picture', 'Logo'])(
  'shows a %s with its description or its name',
  { tags: ['MEDIA-19'] },
  (type) => {
    expect(drawn(type)).toMatch(/<img [^>]*src="\/files\/board" alt="board.png"/)
    expect(drawn(type, { description: 'The board of a floor' })).toContain('alt="The board of a floor"')
  },
)

test('a document has a link to view it', { tags: ['MEDIA-20'] }, () => {
  expect(drawn('Document')).toMatch(/<a [^>]*href="\/files\/board" target="_blank"[^>]*>View document/)
})

test.each(['Video', 'ShowcaseVideo'])('a %s offers only a download', { tags: ['MEDIA-21'] }, (type) => {
  const preview = drawn(type)
  expect(preview).toMatch(/<a [^>]*href="\/files\/board" download="board.png">Download video<\/a>/)
  expect(preview).not.toMatch(/<video|<img/)
})

test('any other type says that there is no preview', { tags: ['MEDIA-22'] }, () => {
  expect(drawn('Hologram')).toContain('No Preview Available')
})
