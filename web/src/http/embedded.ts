import { errorStatus } from '@trestle/domain/http/errors.ts'
import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { lenient } from '@trestle/domain/http/lenient.ts'
import { z } from 'zod'
import { readBootstrap } from './bootstrap.ts'
import { errorFromReply, type CallError } from './callError.ts'
import { readReply } from './reply.ts'

/** Returns an address as the browser writes it, because the router encodes some characters differently. */
function locationFor(href: string): string {
  const { pathname, search } = new URL(href, window.location.origin)
  return pathname + search
}

/** The address this document was served at, before any in-app navigation. */
const servedAt = locationFor(window.location.href)

const Bootstrap = z
  .object({ page: z.union([z.object({ data: z.unknown() }), z.object({ refusal: ErrorReply })]).optional() })
  .optional()

const embedded = () => Bootstrap.parse(readBootstrap())?.page

/** Returns whether this address is the document's own and came with data or a refusal. */
export const isServedWithData = (href: string): boolean =>
  locationFor(href) === servedAt && embedded() !== undefined

/** Returns why the document came without its data, or null. */
export function embeddedRefusal(): CallError | null {
  const page = embedded()
  if (!page || !('refusal' in page)) return null
  return errorFromReply(errorStatus[page.refusal.code], page.refusal)
}

/** Returns the data the server embedded in the page (MET-19). */
export function embeddedData<Data>(schema: z.ZodType<Data>): Data {
  const page = embedded()
  return readReply(schema, page && 'data' in page ? page.data : undefined)
}

/** Like `embeddedData`, but undefined if the user reached the page by in-app navigation. */
export function servedData<Data>(schema: z.ZodType<Data>): Data | undefined {
  const page = embedded()
  return page && 'data' in page ? lenient(schema).safeParse(page.data).data : undefined
}
