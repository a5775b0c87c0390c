import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * Returns the email that the other page before sign-in is to prefill. The server doesn't know it, and React doesn't
 * correct a link of the server's document that differs from the first render: so that render goes without.
 */
export function useLinkedEmail(email: string): string | undefined {
  const linked = useSyncExternalStore(
    neverChanges,
    () => email,
    () => '',
  )
  return linked === '' ? undefined : linked
}
