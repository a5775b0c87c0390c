import { getRouteApi } from '@tanstack/react-router'
import { pageRoutes } from '@trestle/domain/routes.ts'
import { useState } from 'react'

const emailInHash = () => new URLSearchParams(window.location.hash.slice(1)).get('email') ?? ''

/** Returns where to go after sign-in or sign-up, and the email to prefill, as passed by the previous page. */
export function useReturnTo(page: 'signIn' | 'signUp'): { returnTo: string | undefined; email: string } {
  const { return_to: returnTo } = getRouteApi(pageRoutes[page].pattern).useSearch()
  // Read once: the address already belongs to the next page while this one is still leaving.
  const [email] = useState(emailInHash)
  return { returnTo, email }
}
