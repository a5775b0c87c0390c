import { decideMedia, mediaRules, type MediaFacts } from '@trestle/domain/files/mediaRules.ts'
import { tooLarge } from '@trestle/domain/files/rules.ts'
import { fieldMessages } from '@trestle/domain/http/messages.ts'
import type { MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import type { Actor, By } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { readDocument } from '../files/document.ts'
import { holdFile } from '../files/hold.ts'
import { keepBytes, keepFile } from '../files/keep.ts'
import { readListingPicture } from '../files/image.ts'
import { readVideo } from '../files/video.ts'
import { hostVideo, keepVideo, type Hosted } from '../files/videoHost.ts'
import { accept, found, Refused } from '../http/errors.ts'
import type { Upload } from '../http/multipart.ts'
import type { Services } from '../services.ts'
import { describeMedia } from './describe.ts'
import { appOfListing, type Writer } from './save.ts'
import { insertMedia } from './store.ts'

/** A form's own bytes around its file: its names and boundaries. */
const formOverhead = 100_000

const staffTypes: readonly MediaType[] = ['ShowcaseVideo', 'Document']

const refuseFile = (code: 'too_large' | 'invalid_input', message: string): Refused =>
  new Refused({ code, message, fields: { file: [message] } })

/** Whether this file would be taken at all, before a byte of it is read. */
export async function admitMedia(
  writer: Writer,
  appId: number,
  type: MediaType,
  contentLength: number | undefined,
): Promise<void> {
  const { services, sight } = writer
  const isVideo = type === 'Video' || type === 'ShowcaseVideo'
  if (services.settings.GOV_CLOUD && isVideo) {
    throw refuseFile('invalid_input', 'Videos are not offered in government cloud.')
  }
  if (sight === 'member' && staffTypes.includes(type)) {
    throw new Refused({ code: 'not_allowed', message: 'Only platform staff upload this.' })
  }
  await services.db.transaction().execute((tx) => appOfListing(tx, writer, appId))
  const { maxBytes } = mediaRules[type]
  if (contentLength !== undefined && contentLength > maxBytes + formOverhead) {
    throw refuseFile('too_large', tooLarge(maxBytes))
  }
}

/** Where a file came to lie, and what was measured of it. */
interface Kept {
  facts: MediaFacts
  bytes: number
  file_key: string | null
  external_url: string | null
}

/** Judges a file by its bytes and keeps it for the listing of an app (MEDIA-09). Nothing shows it before a save does. */
export async function uploadMedia(
  writer: Writer,
  appId: number,
  type: MediaType,
  upload: Upload | undefined,
): Promise<MediaItem> {
  const { services, actor, by } = writer
  if (!upload) throw refuseFile('invalid_input', fieldMessages.required)
  const { maxBytes } = mediaRules[type]
  if (upload.bytes > maxBytes) throw refuseFile('too_large', tooLarge(maxBytes))
  const kept = await namingFile(() => keep(writer, type, upload))
  return services.db.transaction().execute(async (tx) => {
    const app = await appOfListing(tx, writer, appId)
    const now = services.now()
    if (kept.file_key !== null) await holdFile(tx, kept.file_key)
    const media = await insertMedia(tx, {
      developer_app_id: app.id,
      type,
      original_filename: upload.filename,
      file_key: kept.file_key,
      external_url: kept.external_url,
      content_type: kept.facts.contentType,
      bytes: kept.bytes,
      width: kept.facts.width,
      height: kept.facts.height,
      uploaded_by: actor.id,
      created_at: now,
    })
    await recordAudit(tx, by, now, {
      action: 'listing.file_uploaded',
      subject: { type: 'media', id: found(media, 'File').id },
      app_id: app.id,
      changes: { type: [null, type], original_filename: [null, upload.filename] },
    })
    return describeMedia({ ...media, name: '', description: '' }, services.settings)
  })
}

/** What is wrong with a file is said at its field. */
async function namingFile<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading()
  } catch (error) {
    if (error instanceof Refused && error.code === 'invalid_input') {
      throw refuseFile('invalid_input', error.message)
    }
    throw error
  }
}

async function keep(writer: Writer, type: MediaType, upload: Upload): Promise<Kept> {
  const { services, actor } = writer
  if (type === 'Logo' || type === 'Picture') {
    const { bytes, facts } = await readListingPicture(upload.path, type)
    const file_key = await keepBytes(services, actor, { bytes, contentType: facts.contentType })
    return { facts, bytes: bytes.length, file_key, external_url: null }
  }
  if (type === 'Document') {
    const facts = accept(decideMedia(type, await readDocument(upload.path, upload.bytes)))
    const file_key = await keepFile(services, actor, { ...upload, contentType: facts.contentType })
    return { facts, bytes: upload.bytes, file_key, external_url: null }
  }
  const facts = accept(decideMedia(type, await readVideo(upload.path, upload.bytes)))
  const { hashed_id } = await hostVideo(services, actor.id, { ...upload, contentType: facts.contentType })
  return { facts, bytes: upload.bytes, file_key: null, external_url: hashed_id }
}

/** What the built-in video host answers to whoever speaks to it as to an outside one (API-71). */
export async function takeVideo(
  services: Services,
  actor: Actor,
  by: By,
  upload: Upload | undefined,
): Promise<Hosted> {
  const { settings } = services
  if (settings.GOV_CLOUD || settings.VIDEO_HOST_URL) {
    throw new Refused({ code: 'not_found', message: 'This server hosts no videos.' })
  }
  if (!upload) throw refuseFile('invalid_input', fieldMessages.required)
  return namingFile(async () => {
    const facts = accept(decideMedia('Video', await readVideo(upload.path, upload.bytes)))
    const video = { ...upload, contentType: facts.contentType }
    return keepVideo(services, actor.id, video, (tx, { hashed_id, name }, at) =>
      recordAudit(tx, by, at, {
        action: 'video.hosted',
        subject: { type: 'hosted_video', id: hashed_id },
        changes: { name: [null, name] },
      }),
    )
  })
}
