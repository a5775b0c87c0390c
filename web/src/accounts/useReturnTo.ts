import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

const emailInHash = () => new URLSearchParams(window.location.hash.slice(1)).get('email') ?? ''

/** What the page that led to a sign-in or sign-up handed over: where to go on, and an address to fill in. */
export function useReturnTo(): { returnTo: string | undefined; email: string } {
  const { return_to: returnTo }: { return_to?: unknown } = useSearch({ strict: false })
  // Read once: to follow the address would be to see the next page's, while this one still leads there.
  const [email] = useState(emailInHash)
  return { returnTo: typeof returnTo === 'string' ? returnTo : undefined, email }
}
