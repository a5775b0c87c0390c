import { lenient } from '@trestle/domain/http/lenient.ts'
import type { z } from 'zod'
import { UserError } from '../ui/failure.ts'
import { isPageOutdated } from './build.ts'

/** The server has a version that this page doesn't understand. */
class OutdatedError extends UserError {
  override readonly mustReload = true

  constructor(cause: unknown) {
    super('This page is out of date. Reload.', { cause })
    this.name = 'OutdatedError'
  }
}

/** A reply that breaks its contract although page and server have the same version: a bug that users can't fix. */
class ReplyError extends Error {
  constructor(cause: unknown) {
    super('A reply does not fit its contract.', { cause })
    this.name = 'ReplyError'
  }
}

/** Parses a reply. Values that this page doesn't know yet pass unchanged. */
export function readReply<Data>(schema: z.ZodType<Data>, value: unknown): Data {
  const read = lenient(schema).safeParse(value)
  if (read.success) return read.data
  throw isPageOutdated() ? new OutdatedError(read.error) : new ReplyError(read.error)
}
