import { errorStatus } from '@trestle/domain/http/errors.ts'
import { readBootstrap } from './bootstrap.ts'
import { errorFromReply, type CallError } from './callError.ts'

/** Returns an address as the browser writes it, because the router encodes some characters differently. */
function locationFor(href: string): string {
  const { pathname, search } = new URL(href, window.location.origin)
  return pathname + search
}

/** The address this document was served at, before any in-app navigation. */
const servedAt = locationFor(window.location.href)

const embedded = () => readBootstrap()?.page

/** Returns whether this address is the document's own and came with data or a refusal. */
export const isServedWithData = (href: string): boolean =>
  locationFor(href) === servedAt && embedded() !== undefined

/** Returns why the document came without its data, or null. */
export function embeddedRefusal(): CallError | null {
  const page = embedded()
  if (!page || !('refusal' in page)) return null
  return errorFromReply(errorStatus[page.refusal.code], page.refusal)
}
