import { ErrorReply, errorStatus } from '@trestle/domain/http/errors.ts'
import { lenient } from '@trestle/domain/http/lenient.ts'
import { z } from 'zod'
import { readBootstrap } from './bootstrap.ts'
import { errorFromReply, type CallError } from './callError.ts'
import { readReply } from './reply.ts'

/** As the browser writes an address: the router encodes some characters differently. */
function locationFor(href: string): string {
  const { pathname, search } = new URL(href, window.location.origin)
  return pathname + search
}

/** Where this document was served, before anything moved inside it. */
const servedAt = locationFor(window.location.href)

const Bootstrap = z
  .object({ page: z.union([z.object({ data: z.unknown() }), z.object({ refusal: ErrorReply })]).optional() })
  .optional()

const embedded = () => Bootstrap.parse(readBootstrap())?.page

/** Whether this address is the document's own, and came with data or a refusal. */
export const isServedWithData = (href: string): boolean =>
  locationFor(href) === servedAt && embedded() !== undefined

/** Why the document came without its data, or null. */
export function embeddedRefusal(): CallError | null {
  const page = embedded()
  if (!page || !('refusal' in page)) return null
  return errorFromReply(errorStatus[page.refusal.code], page.refusal)
}

/** What the server wrote into the page for it (MET-19). */
export function embeddedData<Data>(schema: z.ZodType<Data>): Data {
  const page = embedded()
  return readReply(schema, page && 'data' in page ? page.data : undefined)
}

/** The same for a page that is also reached inside the portal: undefined where the document was another one's. */
export function servedData<Data>(schema: z.ZodType<Data>): Data | undefined {
  const page = embedded()
  return page && 'data' in page ? lenient(schema).safeParse(page.data).data : undefined
}
