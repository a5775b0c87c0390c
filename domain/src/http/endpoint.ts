import type { z } from 'zod'
import type { TokenAction } from '../access/tokenActions.ts'
import type { BodyLimit } from './bodyLimit.ts'

/** A form: the name that contains all its fields (`developer_app[name]`), if any, and the files it may include. */
export interface Multipart {
  under: string | null
  files: readonly string[]
  maxFileBytes: number
}

/**
 * One call of the API, as data: the server mounts it, the browser calls it, the OpenAPI document lists it.
 *
 * `success` is the HTTP status on success. Defaults to 200. An endpoint answering 204 or CSV has no `reply`.
 */
export interface Endpoint {
  /** Identifies the call in the OpenAPI document: the name of its constant. */
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  /** The description of the call in the OpenAPI document in addition to its summary, in Markdown. */
  description?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** For a body that may exceed the default limit. */
  bodyLimit?: BodyLimit
  reply?: z.ZodType
  success?: 200 | 201 | 202 | 204
  /**
   * Creates something, and its reply has no secret. Pages repeat it with an idempotency key after a lost reply, unless it
   * sends files.
   */
  creates?: true
  /** Also accepts the body as a form with files. */
  multipart?: Multipart
  /** A paged list: the body is a bare array; the headers `total`, `per-page`, `page` and `link` describe the page. */
  paged?: true
  /**
   * A personal access token may make the call if it has one of these actions. `any` is for calls that need no action
   * or decide on their own. Calls without this field don't accept tokens.
   */
  tokenActions?: readonly TokenAction[] | 'any'
  /**
   * The location of the version in the reply, for its ETag: the first of these paths with a value. If the body
   * can have `if_unchanged_since`, the call accepts the ETag in `If-Match` instead.
   */
  etagFrom?: readonly string[]
  /** How long caches may store the response, which is the same for every caller. */
  cacheSeconds?: number
  /** The reply contains a secret. It isn't compressed, because the size of a compressed secret can reveal it (BREACH). */
  carriesSecret?: true
  /**
   * Requires a recent sign-in or identity confirmation (`SUDO_MINUTES`). Others get `confirmation_required`. A list
   * limits this to requests whose body sets one of these fields.
   */
  confirmation?: true | readonly string[]
  /**
   * Requires a confirmed address, for example because the call adds access to the account that outlives its session.
   * A text completes the refusal "Confirm your email address before you": `create an app`.
   */
  needsConfirmedEmail?: true | string
  /**
   * Accepts the call without a CSRF token. Its address contains a secret, and the call comes from email programs,
   * which have no CSRF token (RFC 8058).
   */
  needsNoCsrfToken?: true
  /** The response is a CSV table, streamed as a download with this file name. */
  csv?: string
}

export const endpoint = <const E extends Endpoint>(e: E): E => e

type Part = 'params' | 'query' | 'body'

/** A handler's input: parsed, with defaults filled in. */
export type InputOf<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: z.output<E[P]>
}

/** A caller's request: before defaults. */
export type RequestOf<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: z.input<E[P]>
}

export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined
