import { lenient } from '@trestle/domain/http/lenient.ts'
import type { z } from 'zod'
import { UserError } from '../ui/failure.ts'
import { isPageOutdated } from './build.ts'
import { CallError } from './callError.ts'

/** The server is of a version that this page does not understand. */
export class OutdatedError extends UserError {
  override readonly mustReload = true

  constructor(cause: unknown) {
    super('This page is out of date. Reload.', { cause })
    this.name = 'OutdatedError'
  }
}

/** A reply that breaks its contract though page and server are of one version: a fault, with nothing for users in it. */
class ReplyError extends Error {
  constructor(cause: unknown) {
    super('A reply does not fit its contract.', { cause })
    this.name = 'ReplyError'
  }
}

/** Reads what the server says. Values that this page does not know yet pass as they are. */
export function readReply<Data>(schema: z.ZodType<Data>, value: unknown): Data {
  const read = lenient(schema).safeParse(value)
  if (read.success) return read.data
  throw isPageOutdated() ? new OutdatedError(read.error) : new ReplyError(read.error)
}

/** The stored thing that came with a refusal, when a save was refused for being stale. */
export function conflictingState<Thing>(error: unknown, schema: z.ZodType<Thing>): Thing | null {
  if (!(error instanceof CallError) || error.code !== 'conflict') return null
  return lenient(schema).safeParse(error.current).data ?? null
}
