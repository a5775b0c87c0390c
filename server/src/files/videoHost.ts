import type { MediaContentType } from '@trestle/domain/files/mediaRules.ts'
import { z } from 'zod'
import { refusalError } from '../errors.ts'
import type { Tx } from '../db/schema.ts'
import { formBody } from '../outgoing/formBody.ts'
import { parseReply } from '../outgoing/parseReply.ts'
import type { Services } from '../services.ts'
import { releaseFile, claimFile } from './claimFile.ts'
import { storeFile, type Sender } from './storeFile.ts'
import { claimOutside, type OutsideClaim } from './storage.ts'
import { deleteHostedVideo, insertHostedVideo } from './hostedVideos/store.ts'

export interface VideoFile {
  path: string
  bytes: number
  contentType: MediaContentType
  filename: string
}

/** Called in the transaction that stores the video. */
type OnVideoStored = (tx: Tx, hosted: Hosted, at: Date) => Promise<void>

/** The reply of a video host (API-70). */
export const Hosted = z.object({ hashed_id: z.string().min(1).max(200), name: z.string() })
export type Hosted = z.infer<typeof Hosted>

/** MEDIA-28. */
const uploadFailed = 'The video could not be uploaded. Please try again.'

/** Enough for half a gigabyte at seven megabits a second. */
export const hostTimeoutMs = 600_000
const idBytes = 8
const boundaryBytes = 16

/** A video that a host stores, with its claim if the host is an outside one. */
export type ReceivedVideo = Hosted & { claim?: OutsideClaim }

/** Uploads a video to the video host: the one that VIDEO_HOST_URL names, or the built-in one. */
export async function hostVideo(
  services: Services,
  sender: Sender,
  video: VideoFile,
): Promise<ReceivedVideo> {
  if (!services.settings.VIDEO_HOST_URL) return storeVideo(services, sender, video)
  const claim = await claimOutside(services, sender.owner, video.bytes)
  try {
    return { ...(await sendToHost(services, video)), claim }
  } catch (error) {
    await claim.release()
    throw error
  }
}

async function sendToHost({ settings, outgoing, random, log }: Services, video: VideoFile): Promise<Hosted> {
  const { VIDEO_HOST_URL, VIDEO_HOST_PASSWORD: api_password, VIDEO_HOST_PROJECT: project_id } = settings
  const boundary = random(boundaryBytes).toString('hex')
  try {
    const { status, text } = await outgoing.call(VIDEO_HOST_URL ?? '', {
      method: 'POST',
      ...formBody(boundary, { api_password, project_id }, { name: 'file', ...video }),
      timeoutMs: hostTimeoutMs,
    })
    if (status < 200 || status > 299) throw new Error(`The video host responded with ${status}`)
    return parseReply("The video host's reply to the POST of a video", Hosted, text)
  } catch (error) {
    log.error({ err: error }, 'a video could not be sent to the video host')
    throw refusalError('unavailable', uploadFailed)
  }
}

/** Stores a video on the built-in host: with the other files, under a separate id. */
export async function storeVideo(
  services: Services,
  sender: Sender,
  video: VideoFile,
  onStored?: OnVideoStored,
): Promise<Hosted> {
  const { db, random } = services
  const key = await storeFile(services, sender, video)
  const hosted = { hashed_id: random(idBytes).toString('hex'), name: video.filename }
  await db.transaction().execute(async (tx) => {
    const at = services.now()
    await claimFile(tx, key)
    await insertHostedVideo(tx, { ...hosted, file_key: key, created_at: at })
    await onStored?.(tx, hosted, at)
  })
  return hosted
}

/** Deletes a video of the built-in host. An outside host manages its own videos. */
export async function forgetVideo(tx: Tx, now: Date, hashedId: string): Promise<void> {
  const video = await deleteHostedVideo(tx, hashedId)
  if (video) await releaseFile(tx, now, video.file_key)
}
