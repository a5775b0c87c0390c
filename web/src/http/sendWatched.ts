import type { ReceivedReply } from './response.ts'

interface WatchedRequest {
  method: string
  headers: Headers
  body: FormData
  signal: AbortSignal | null
}

/** The part of a body that has left the browser, from 0 to 1. */
export type OnProgress = (share: number) => void

function toReply(request: XMLHttpRequest): ReceivedReply {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return { status: request.status, headers, text: request.responseText, isChange: true }
}

/** Sends a request with upload progress, which fetch can't report. */
export function sendWatched(
  address: string,
  { method, headers, body, signal }: WatchedRequest,
  onProgress: OnProgress,
): Promise<ReceivedReply> {
  return new Promise((resolve, reject) => {
    // An earlier cancellation isn't reported again.
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(method, address)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve(toReply(request)))
    request.addEventListener('error', () => reject(new TypeError('The connection broke.')))
    request.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
