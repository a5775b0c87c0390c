import type { Audience } from '@trestle/domain/access/audience.ts'
import { decideMedia, decideSending, type MediaContentType } from '@trestle/domain/files/mediaRules.ts'
import {
  damagedImage,
  detectImageType,
  invalidFileType,
  signatureLength,
} from '@trestle/domain/files/rules.ts'
import type { MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../http/callError.ts'
import '../../texts/listings.ts'
import { toFailure } from '../../ui/failure.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { pageAge } from '../../ui/useNow.ts'
import { measureVideo } from './measureVideo.ts'
import { isSeveral } from './media.ts'
import { sendFile } from '../mutations.ts'

/** The reason why an upload failed. */
interface Refusal {
  message: string
  /** The file itself broke no rule, so another attempt may succeed. */
  canRetry: boolean
}

/** A file that is uploading or failed to upload. */
export interface Sending {
  type: MediaType
  file: File
  /** Numbers the files in the order in which the user chose them. */
  sequence: number
  /** The part of it that has left the browser, from 0 to 1. */
  share: number
  /** The age of the page when it started. */
  startedAt: number
  error: Refusal | null
}

interface Options {
  appId: number
  audience: Audience
  onArrived: (item: MediaItem, sequence: number) => void
}

const isVideo = (type: MediaType): boolean => type === 'Video' || type === 'ShowcaseVideo'

/** Returns the size of a picture, or why it can't be one. */
async function measurePicture(file: File): Promise<{ width: number; height: number } | string> {
  try {
    const start = new Uint8Array(await file.slice(0, signatureLength).arrayBuffer())
    if (detectImageType(start) === null) return invalidFileType
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    return damagedImage
  }
}

/**
 * Returns what the browser can tell is wrong with a file before sending it (MEDIA-09). The server checks the bytes
 * again, and a video's frame rate, which browsers don't report.
 */
async function wrongWith(type: MediaType, file: File): Promise<string | null> {
  const sending = decideSending(type, { type: file.type, bytes: file.size })
  if (!sending.ok) return sending.refusal.message
  if (type === 'Document') return null
  const size = await (isVideo(type) ? measureVideo(file) : measurePicture(file))
  if (size === null || typeof size === 'string') return size
  const contentType = file.type as MediaContentType
  const decision = decideMedia(type, { contentType, ...size, framesPerSecond: null })
  return decision.ok ? null : decision.refusal.message
}

/** Returns the server's refusal of the file. An interrupted video has its own message (MEDIA-27, MEDIA-28). */
function toRefusal(error: unknown, type: MediaType, videoFailed: string): Refusal {
  const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
  if (isVideo(type) && !isRefused) return { message: videoFailed, canRetry: true }
  const { message, fields } = toFailure(error)
  const ofFile = fields?.['file']?.[0]
  // The browser checked the size, so "too large" means too large for the remaining storage, which can change.
  const isFull = isRefused && error.code === 'too_large'
  return { message: ofFile ?? message, canRetry: ofFile === undefined || isFull }
}

const newUpload = (type: MediaType, file: File, sequence: number): Sending => ({
  type,
  file,
  sequence,
  share: 0,
  startedAt: pageAge(),
  error: null,
})

/** Uploads files in parallel, each with progress, cancel and retry, whichever tab is open. */
export function useUploads({ appId, audience, onArrived }: Options) {
  const { t } = useTranslation()
  const [list, setList] = useState<Sending[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const nextSequence = useRef(0)
  const arrive = useLatest(onArrived)
  useEffect(() => () => controllers.current.forEach((controller) => controller.abort()), [])

  const change = (sequence: number, to: Partial<Sending>) =>
    setList((before) => before.map((each) => (each.sequence === sequence ? { ...each, ...to } : each)))
  const forget = (sequence: number) => {
    controllers.current.delete(sequence)
    setList((before) => before.filter((each) => each.sequence !== sequence))
  }

  const send = async ({ sequence, type, file }: Sending) => {
    const controller = new AbortController()
    controllers.current.set(sequence, controller)
    const wrong = await wrongWith(type, file)
    if (controller.signal.aborted) return
    if (wrong !== null) return change(sequence, { error: { message: wrong, canRetry: false } })
    try {
      const item = await sendFile(
        audience,
        { appId, type, file },
        { signal: controller.signal, onProgress: (share) => change(sequence, { share }) },
      )
      forget(sequence)
      arrive(item, sequence)
    } catch (error) {
      if (!controller.signal.aborted) {
        change(sequence, { error: toRefusal(error, type, t('listings.media.videoFailed')) })
      }
    }
  }

  const isSending = list.some(({ error }) => error === null)
  const failed = list.filter(({ error }) => error !== null)
  const canRetry = failed.some(({ error }) => error?.canRetry)
  return {
    list,
    isSending,
    failedCount: failed.length,
    canRetry,
    /** Leaving the page discards files that are uploading or whose upload can be retried. */
    isUnfinished: isSending || canRetry,
    add: (type: MediaType, files: readonly File[]) => {
      const added = files.map((file) => newUpload(type, file, nextSequence.current++))
      // Types with one file replace a failed upload with the next.
      setList((before) => [...before.filter((each) => isSeveral(type) || each.type !== type), ...added])
      for (const each of added) void send(each)
    },
    retry: (sending: Sending) => {
      change(sending.sequence, { share: 0, startedAt: pageAge(), error: null })
      void send(sending)
    },
    /** Cancels an upload or removes a failed one. */
    cancel: (sequence: number) => {
      controllers.current.get(sequence)?.abort()
      forget(sequence)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
