import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OnProgress } from '../http/sendWatched.ts'
import '../texts/uploads.ts'
import { toast } from '../ui/toast.ts'

interface Sending {
  signal: AbortSignal
  onProgress?: OnProgress
}

/** Runs a save that may upload a picture, with progress and cancellation. */
export function useUpload() {
  const { t } = useTranslation()
  const [share, setShare] = useState<number | null>(null)
  const sending = useRef<AbortController>(null)
  const send = async <Stored>(hasFile: boolean, save: (sending: Sending) => Promise<Stored>) => {
    const controller = new AbortController()
    sending.current = controller
    if (hasFile) setShare(0)
    try {
      return await save({ signal: controller.signal, ...(hasFile && { onProgress: setShare }) })
    } finally {
      setShare(null)
    }
  }
  /** Returns false for a canceled upload, which is not a failure. */
  const orCanceled = async (saving: Promise<boolean>): Promise<boolean> => {
    try {
      return await saving
    } catch (error) {
      if (!sending.current?.signal.aborted) throw error
      toast('info', t('uploads.canceled'))
      return false
    }
  }
  return {
    share,
    send,
    orCanceled,
    cancel: () => sending.current?.abort(),
  }
}
