import { decideMedia, decideSending, type MediaContentType } from '@trestle/domain/files/mediaRules.ts'
import { damagedImage } from '@trestle/domain/files/rules.ts'
import type { MediaItem, MediaType } from '@trestle/domain/listings/content.ts'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../ui/failure.ts'
import { sendFile, type Side } from './queries.ts'

/** A file on its way, or one that did not arrive. */
export interface Sending {
  key: string
  file: File
  /** How much of it has left the browser, from 0 to 1. */
  share: number
  startedAt: number
  error: string | null
}

interface Options {
  appId: number
  side: Side
  type: MediaType
  onArrived: (item: MediaItem) => void
}

/** What the browser can tell of a file before it is sent (MEDIA-09): the server looks at the bytes again. */
async function wrongWith(type: MediaType, file: File): Promise<string | null> {
  const sending = decideSending(type, { type: file.type, bytes: file.size })
  if (!sending.ok) return sending.refusal.message
  if (type !== 'Logo' && type !== 'Picture') return null
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    const decision = decideMedia(type, {
      contentType: file.type as MediaContentType,
      width,
      height,
      framesPerSecond: null,
    })
    return decision.ok ? null : decision.refusal.message
  } catch {
    return damagedImage
  }
}

const sendingOf = (file: File): Sending => ({
  key: crypto.randomUUID(),
  file,
  share: 0,
  startedAt: Date.now(),
  error: null,
})

/** Sends files side by side, each with its progress, its way back and its second try. */
export function useUploads({ appId, side, type, onArrived }: Options) {
  const [list, setList] = useState<Sending[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const arrived = useRef(onArrived)
  useEffect(() => {
    arrived.current = onArrived
  })
  useEffect(() => () => controllers.current.forEach((controller) => controller.abort()), [])

  const change = (key: string, to: Partial<Sending>) =>
    setList((before) => before.map((each) => (each.key === key ? { ...each, ...to } : each)))
  const forget = (key: string) => {
    controllers.current.delete(key)
    setList((before) => before.filter((each) => each.key !== key))
  }

  const send = async (key: string, file: File) => {
    const wrong = await wrongWith(type, file)
    if (wrong !== null) return change(key, { error: wrong })
    const controller = new AbortController()
    controllers.current.set(key, controller)
    try {
      const item = await sendFile(
        side,
        { appId, type, file },
        { signal: controller.signal, onProgress: (share) => change(key, { share }) },
      )
      forget(key)
      arrived.current(item)
    } catch (error) {
      if (controller.signal.aborted) forget(key)
      else change(key, { error: failureOf(error).message })
    }
  }

  return {
    list,
    isSending: list.some(({ error }) => error === null),
    add: (files: readonly File[]) => {
      const added = files.map(sendingOf)
      setList((before) => [...before, ...added])
      for (const { key, file } of added) void send(key, file)
    },
    retry: ({ key, file }: Sending) => {
      change(key, { ...sendingOf(file), key })
      void send(key, file)
    },
    /** Takes a file back, or forgets one that failed. */
    cancel: (key: string) => {
      const controller = controllers.current.get(key)
      if (controller) controller.abort()
      forget(key)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
