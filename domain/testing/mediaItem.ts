import type { MediaItem } from '../src/listings/content.ts'

/** Returns a stored file of a listing. */
export const mediaItem = (
  id: number,
  type: MediaItem['type'] = 'Picture',
  change: Partial<MediaItem> = {},
): MediaItem => ({
  id,
  type,
  name: '',
  description: '',
  original_filename: `${id}.png`,
  url: `/files/${id}`,
  external_url: null,
  content_type: 'image/png',
  bytes: 10,
  width: 1280,
  height: 720,
  ...change,
})
