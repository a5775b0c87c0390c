import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

const emailInHash = () => new URLSearchParams(window.location.hash.slice(1)).get('email') ?? ''

/** Returns where to go after sign-in or sign-up, and the email to prefill, as passed by the previous page. */
export function useReturnTo(): { returnTo: string | undefined; email: string } {
  const { return_to: returnTo }: { return_to?: unknown } = useSearch({ strict: false })
  // Read once: the address already belongs to the next page while this one is still leaving.
  const [email] = useState(emailInHash)
  return { returnTo: typeof returnTo === 'string' ? returnTo : undefined, email }
}
