import type { Session } from '@trestle/domain/accounts/contract.ts'
import type { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import type { AccountView } from '@trestle/domain/shell/publicPage.ts'

/** The data that the server writes into each document, which has the same version as this page. */
export interface Bootstrap extends Session {
  build?: string | null
  /** The data of the page at the document's address, or the reason why there is none. */
  page?: { data: unknown } | { refusal: ErrorReply }
  /** The page, if the server rendered it. */
  view?: AccountView
}

/** Returns the data the server wrote into this document; undefined if another server served it. */
export function readBootstrap(): Bootstrap | undefined {
  const text = document.getElementById('bootstrap')?.textContent
  return text ? (JSON.parse(text) as Bootstrap) : undefined
}
