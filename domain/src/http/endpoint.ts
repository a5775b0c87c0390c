import type { z } from 'zod'
import type { BodyLimit } from './bodyLimit.ts'

/** A form, whose names all stand inside one word (`developer_app[name]`) or in none, and which files it may carry. */
export interface Multipart {
  under: string | null
  files: readonly string[]
  maxFileBytes: number
}

/**
 * One call of the API, as data: the server mounts it, the browser calls it, the OpenAPI document lists it.
 *
 * `success` is the status of a good answer: 200 unless told. An endpoint answering 204 or CSV has no `reply`.
 */
export interface Endpoint {
  /** Names the call in the OpenAPI document: the name of its constant. */
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** For a body that may be larger than by default. */
  bodyLimit?: BodyLimit
  reply?: z.ZodType
  success?: 200 | 201 | 202 | 204
  /** The body may also come as a form with files. */
  multipart?: Multipart
  /** A paged list: the body is a bare array, the totals travel in the headers `total`, `per-page`, `page`, `link`. */
  paged?: true
  /** The same answer for whoever asks, which caches may keep for so long. */
  cacheSeconds?: number
  /** The answer is a table in CSV, sent while it is read, for the browser to keep under this name. */
  csv?: string
}

export const endpoint = <const E extends Endpoint>(e: E): E => e

type Part = 'params' | 'query' | 'body'

/** What a handler receives: parsed, with defaults filled in. */
export type InputOf<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: z.output<E[P]>
}

/** What a caller sends: before defaults. */
export type RequestOf<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: z.input<E[P]>
}

export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined
