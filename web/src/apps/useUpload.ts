import { useRef, useState } from 'react'
import type { OnProgress } from '../http/upload.ts'

interface Sending {
  signal: AbortSignal
  onProgress?: OnProgress
}

/** A save that may carry a picture: how far it has come, and a way to take it back. */
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
