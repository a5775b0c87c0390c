import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * Returns the email to prefill on the other page before sign-in. The server doesn't know it, and React doesn't
 * correct a link in the server's document that differs from the first render, so the first render omits it.
 */
export function useLinkedEmail(email: string): string | undefined {
  const linked = useSyncExternalStore(
    neverChanges,
    () => email,
    () => '',
  )
  return linked === '' ? undefined : linked
}
