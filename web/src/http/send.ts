import { toAddress } from '@trestle/domain/http/address.ts'
import type { ApiCall } from '@trestle/domain/http/apiCall.ts'
import { networkError } from './callError.ts'
import { headersFor, toBody, type Multipart, type Parts } from './request.ts'
import type { ReceivedReply } from './response.ts'
import { currentSession } from './session.ts'
import { sendWatched, type OnProgress } from './sendWatched.ts'
import { isUserIdle } from './userActivity.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** The server to call, if not our own. Sessions belong to ours, so the call is not signed in there. */
  base?: string
  multipart?: Multipart
  /** Called with the progress of a form with files. */
  onProgress?: OnProgress
  /** Lets the call outlive the page that made it. */
  keepalive?: boolean
  /** The user isn't waiting for this call, so an ended session is recorded without asking to sign in. */
  background?: boolean
  /**
   * Confirms the user's identity with a password that they typed for this call, so that no dialog asks for it again.
   */
  confirm?: () => Promise<void>
  /** Lets a call that creates something be repeated without creating it twice. */
  idempotencyKey?: string | undefined
  /** Defaults to the token of the page's session. */
  csrfToken?: string
  /** How long an attempt may take before it counts as a lost connection. Forms with files have no default limit. */
  timeoutMs?: number
}

/** Longer than the server takes for any call, and as long as proxies usually wait. */
const defaultTimeoutMs = 60_000

/** Starts the time limit of an attempt, which runs until `end`. */
function startLimit({
  signal,
  multipart,
  timeoutMs = multipart ? undefined : defaultTimeoutMs,
}: CallOptions) {
  const limit = new AbortController()
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => limit.abort(), timeoutMs)
  return {
    signal: AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]),
    end: () => clearTimeout(timer),
  }
}

/** Sends a call once. Every call to the API goes through here. */
export async function send(endpoint: ApiCall, parts: Parts, options: CallOptions): Promise<ReceivedReply> {
  const { body, contentType } = toBody(parts, options.multipart)
  const { csrfToken = currentSession().csrf_token, base, idempotencyKey } = options
  const headers = headersFor({ csrfToken, base, contentType, idempotencyKey, isIdle: isUserIdle() })
  const { signal, end } = startLimit(options)
  const { method } = endpoint
  const isChange = method !== 'GET'
  const isSent = navigator.onLine
  try {
    const address = `${options.base ?? ''}${toAddress(endpoint, parts)}`
    if (options.onProgress && body instanceof FormData) {
      return await sendWatched(address, { method, headers, body, signal }, options.onProgress)
    }
    const { keepalive = false } = options
    const response = await fetch(address, {
      method,
      credentials: 'same-origin',
      headers,
      body: body ?? null,
      signal,
      keepalive,
    })
    // The body is read here, within the time limit, because the connection can also be lost during it.
    return { status: response.status, headers: response.headers, text: await response.text(), isChange }
  } catch {
    // Reading a body that was canceled doesn't always fail with the reason of the signal.
    options.signal?.throwIfAborted()
    throw networkError(isChange && isSent)
  } finally {
    end()
  }
}
