import { useRef, useState } from 'react'
import type { OnProgress } from '../http/upload.ts'

interface Sending {
  signal: AbortSignal
  onProgress?: OnProgress
}

/** Runs a save that may upload a picture, with progress and cancellation. */
export function useUpload() {
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
  return {
    share,
    send,
    cancel: () => sending.current?.abort(),
    isCanceled: () => sending.current?.signal.aborted ?? false,
  }
}
