import {
  decideMedia,
  isVideo,
  mediaRules,
  noVideos,
  type MediaFacts,
} from '@trestle/domain/files/mediaRules.ts'
import { tooLarge } from '@trestle/domain/files/rules.ts'
import { fieldMessages } from '@trestle/domain/http/messages.ts'
import type { MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import type { Actor } from '../access/actor.ts'
import { mayActOnSomeApp } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { readDocument } from '../files/document.ts'
import { claimFile } from '../files/claimFile.ts'
import { storeBytes, storeFile, type Sender } from '../files/storeFile.ts'
import { readListingPicture } from '../files/image.ts'
import { readVideo } from '../files/video.ts'
import { requireFreeStorage, type OutsideClaim, type StorageOwner } from '../files/storage.ts'
import { hostVideo, storeVideo, type Hosted } from '../files/videoHost.ts'
import { RefusalError, refusalError, unwrap } from '../errors.ts'
import type { Upload } from '../http/multipart.ts'
import type { Services } from '../services.ts'
import { presentMedia } from './present.ts'
import { lockListingApp, requireListingWriter, type ListingCall } from './save.ts'
import { insertMedia } from './store.ts'

/** Allowance for the form's own bytes around its file, such as field names and boundaries. */
const formOverhead = 100_000

export const staffTypes: readonly MediaType[] = ['ShowcaseVideo', 'Document']

const fileError = (code: 'too_large' | 'invalid_input', message: string): RefusalError =>
  refusalError(code, message, 'file')

/** Refuses an upload that can't be accepted, before reading its bytes. */
export async function admitMedia(
  call: ListingCall,
  appId: number,
  type: MediaType,
  contentLength: number | undefined,
): Promise<void> {
  const { services, audience } = call
  if (services.settings.GOV_CLOUD && isVideo(type)) throw fileError('invalid_input', noVideos)
  if (audience === 'developer' && staffTypes.includes(type)) {
    throw refusalError('not_allowed', 'Only platform staff can upload this.')
  }
  await requireListingWriter(services.db, call, appId)
  const { maxBytes } = mediaRules[type]
  if (contentLength !== undefined && contentLength > maxBytes + formOverhead) {
    throw fileError('too_large', tooLarge(maxBytes))
  }
  await requireFreeStorage(services, storageOwner(call, appId), fileBytesIn(contentLength))
}

/** Returns the smallest size that the file in the form can have. */
const fileBytesIn = (contentLength = 0): number => Math.max(0, contentLength - formOverhead)

/**
 * Returns the owner whose storage quota an upload uses. Staff uploads count only toward the app, because staff work on
 * many apps.
 */
const storageOwner = ({ actor, audience }: ListingCall, appId: number): StorageOwner => ({
  appId,
  developerId: audience === 'staff' ? null : actor.id,
})

/** The storage location of a file, and its measurements. */
interface StoredUpload {
  facts: MediaFacts
  bytes: number
  file_key: string | null
  external_url: string | null
  claim?: OutsideClaim | undefined
}

/** Validates a file by its bytes and stores it for an app's listing, which shows it only after a save (MEDIA-09). */
export async function uploadMedia(
  call: ListingCall,
  appId: number,
  type: MediaType,
  upload: Upload | undefined,
): Promise<MediaItem> {
  const { services, actor } = call
  if (!upload) throw fileError('invalid_input', fieldMessages.required)
  const { maxBytes } = mediaRules[type]
  if (upload.bytes > maxBytes) throw fileError('too_large', tooLarge(maxBytes))
  const sender = { uploadedBy: actor.id, owner: storageOwner(call, appId) }
  const stored = await namingFile(() => storeUpload(services, sender, type, upload))
  return services.db.transaction().execute(async (tx) => {
    const app = await lockListingApp(tx, call, appId)
    const now = services.now()
    if (stored.file_key !== null) await claimFile(tx, stored.file_key)
    const media = await insertMedia(tx, {
      developer_app_id: app.id,
      type,
      original_filename: upload.filename,
      file_key: stored.file_key,
      external_url: stored.external_url,
      content_type: stored.facts.contentType,
      bytes: stored.bytes,
      width: stored.facts.width,
      height: stored.facts.height,
      uploaded_by: actor.id,
      created_at: now,
    })
    await stored.claim?.giveToMedia(tx, media.id)
    await recordAudit(tx, actor.audit, now, {
      action: 'listing.file_uploaded',
      subject: { type: 'media', id: media.id },
      app_id: app.id,
      changes: { type: [null, type], original_filename: [null, upload.filename] },
    })
    return presentMedia({ ...media, name: '', description: '' }, services.settings)
  })
}

/** Runs a reader and attributes its refusals to the file field. */
async function namingFile<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading()
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'invalid_input') {
      throw fileError('invalid_input', error.message)
    }
    throw error
  }
}

async function storeUpload(
  services: Services,
  sender: Sender,
  type: MediaType,
  upload: Upload,
): Promise<StoredUpload> {
  if (type === 'Logo' || type === 'Picture') {
    const { bytes, facts } = await readListingPicture(upload.path, type)
    const file_key = await storeBytes(services, sender, { bytes, contentType: facts.contentType })
    return { facts, bytes: bytes.length, file_key, external_url: null }
  }
  if (type === 'Document') {
    const facts = unwrap(decideMedia(type, await readDocument(upload.path, upload.bytes)))
    const file_key = await storeFile(services, sender, { ...upload, contentType: facts.contentType })
    return { facts, bytes: upload.bytes, file_key, external_url: null }
  }
  const facts = unwrap(decideMedia(type, await readVideo(upload.path, upload.bytes)))
  const { hashed_id, claim } = await hostVideo(services, sender, {
    ...upload,
    contentType: facts.contentType,
  })
  return { facts, bytes: upload.bytes, file_key: null, external_url: hashed_id, claim }
}

/** Returns the storage owner of a video of the built-in host, which belongs to no app. */
const ownerOfVideo = (actor: Actor): StorageOwner => ({ appId: null, developerId: actor.id })

/** Refuses a video that can't be stored, before reading its body (API-71). */
export async function admitVideo(
  services: Services,
  actor: Actor,
  contentLength: number | undefined,
): Promise<void> {
  const { settings, db } = services
  if (settings.VIDEO_HOST_URL) throw refusalError('not_found', "This server doesn't host videos.")
  if (!(await mayActOnSomeApp(db, actor, 'listing.edit'))) {
    throw refusalError('not_allowed', 'Only owners and admins of an app can upload videos.')
  }
  await requireFreeStorage(services, ownerOfVideo(actor), fileBytesIn(contentLength))
}

/** Stores a video for a client that uses the built-in video host like an external one (API-71). */
export async function uploadVideo(
  services: Services,
  actor: Actor,
  upload: Upload | undefined,
): Promise<Hosted> {
  if (!upload) throw fileError('invalid_input', fieldMessages.required)
  return namingFile(async () => {
    const facts = unwrap(decideMedia('Video', await readVideo(upload.path, upload.bytes)))
    const video = { ...upload, contentType: facts.contentType }
    const sender = { uploadedBy: actor.id, owner: ownerOfVideo(actor) }
    return storeVideo(services, sender, video, (tx, { hashed_id, name }, at) =>
      recordAudit(tx, actor.audit, at, {
        action: 'video.hosted',
        subject: { type: 'hosted_video', id: hashed_id },
        changes: { name: [null, name] },
      }),
    )
  })
}
