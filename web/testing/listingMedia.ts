import { deleteMedia, uploadMedia } from '@trestle/domain/listings/contract.ts'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { mediaItem } from '../../domain/testing/mediaItem.ts'
import { makeVideoBytes } from '../../domain/testing/videoBytes.ts'
import { buildSubmission } from './build.ts'
import { chooseFiles, drawPicture, dropFiles } from './files.ts'
import { renderListing } from './listing.tsx'
import { reply } from './network.ts'

const group = (name: string) => page.getByRole('group', { name })
type Group = ReturnType<typeof group>

export const logo = group('Logo file')
export const pictures = group('Screenshot files')
export const videos = group('Video files')
export const noFiles = buildSubmission({ small_logo: null, pictures: [], videos: [] })

export const drawBoard = (name: string) => drawPicture({ width: 1280, height: 720, name })
/** Returns a video whose index the browser can read. */
export const drawVideo = (name: string, size: { width: number; height: number }) =>
  new File([makeVideoBytes({ ...size, framesPerSecond: 24 })], name, { type: 'video/mp4' })

/** Returns a file that the browser can't read as a video. */
export const makeVideo = (name: string, type = 'video/mp4') => new File(['frames'], name, { type })

export async function choose(into: Group, ...files: File[]): Promise<void> {
  await expect.element(into).toBeVisible()
  chooseFiles(files, into.element())
}

export async function drop(into: Group, ...files: File[]): Promise<void> {
  await expect.element(into).toBeVisible()
  dropFiles(files, into.element())
}

/** Stores each upload under its own name, with ids from 100 on. */
export function storeUploads(): void {
  let id = 100
  reply(uploadMedia, ({ query, files }) =>
    mediaItem(id++, query.type, { original_filename: files['file']?.name ?? '' }),
  )
}

export function renderMedia(unpublished = noFiles): void {
  storeUploads()
  reply(deleteMedia)
  renderListing({ section: 'media', unpublished })
}

/** Returns the alternative texts of the screenshots, in order. */
export const shownPictures = (): (string | null)[] =>
  pictures
    .getByRole('listitem')
    .getByRole('img')
    .elements()
    .map((image) => image.getAttribute('alt'))
