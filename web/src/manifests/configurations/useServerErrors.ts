import { useState } from 'react'
import type { ServerErrors } from './ServerCheck.tsx'
import type { Builder } from './useBuilder.ts'

const none: ServerErrors = { isValidating: false, serverErrors: [] }
const pending: ServerErrors = { isValidating: true, serverErrors: [] }

/** Returns whether only the server can check the draft: only the server has the schema (CONF-43). */
export const isCheckedOnServer = ({ isDirty, isTyped }: Builder): boolean => isDirty && isTyped

/**
 * Returns what the server found in a draft that was typed as JSON, such as an unknown key, and what `DraftServerCheck`
 * reports to. While the server can't be reached, saving stays possible, and is then refused by the server.
 */
export function useServerErrors(builder: Builder) {
  const [found, setFound] = useState(pending)
  return { ...(isCheckedOnServer(builder) ? found : none), onFound: setFound }
}
