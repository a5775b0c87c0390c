import { flattenBrackets } from '@trestle/domain/http/brackets.ts'

export interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

export interface Multipart {
  /** Prefix for every name: `developer_app[name]`. */
  under: string
  files: Record<string, File>
}

/** Returns a form with bracketed names if there are files, otherwise JSON. */
export function toBody(parts: Parts, multipart?: Multipart): { body?: BodyInit; contentType?: string } {
  if (multipart) {
    const form = new FormData()
    const fields = { [multipart.under]: (parts.body ?? {}) as Record<string, unknown> }
    for (const [name, value] of flattenBrackets(fields)) form.append(name, value)
    for (const [name, file] of Object.entries(multipart.files)) {
      form.append(`${multipart.under}[${name}]`, file)
    }
    return { body: form }
  }
  if (parts.body === undefined) return {}
  return { body: JSON.stringify(parts.body), contentType: 'application/json' }
}

interface HeaderOptions {
  csrfToken: string
  base: string | undefined
  contentType: string | undefined
  idempotencyKey?: string | undefined
  /** Whether the user does nothing, so that the call must not keep their session alive. */
  isIdle: boolean
}

/** Returns the headers. Omits the CSRF token from calls to another server, because it belongs to our session. */
export function headersFor({ csrfToken, base, contentType, idempotencyKey, isIdle }: HeaderOptions): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (!base) headers.set('x-csrf-token', csrfToken)
  if (!base && isIdle) headers.set('x-user-idle', 'true')
  if (contentType) headers.set('content-type', contentType)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  return headers
}
