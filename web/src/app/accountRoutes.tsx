import { getRouteApi } from '@tanstack/react-router'
import { pageRoutes } from '@trestle/domain/routes.ts'
import { useState } from 'react'
import { ResetPasswordPage } from '../accounts/ResetPasswordPage.tsx'
import { SignInPage } from '../accounts/SignInPage.tsx'
import { SignUpPage } from '../accounts/SignUpPage.tsx'
import { emailInHash } from '../accounts/emailInHash.ts'

/** The pages before sign-in inside the web app. The router gives them what the server gives the public pages. */

const routes = {
  signIn: getRouteApi(pageRoutes.signIn.pattern),
  signUp: getRouteApi(pageRoutes.signUp.pattern),
  resetPassword: getRouteApi(pageRoutes.resetPassword.pattern),
}

/** Reads it only once, because the address already belongs to the next page while this one is still leaving. */
function useFirstEmail(): string {
  const [email] = useState(emailInHash)
  return email
}

export function SignInRoute() {
  const { return_to: returnTo } = routes.signIn.useSearch()
  const email = useFirstEmail()
  return <SignInPage returnTo={returnTo} email={email} />
}

export function SignUpRoute() {
  const { return_to: returnTo } = routes.signUp.useSearch()
  const email = useFirstEmail()
  return <SignUpPage returnTo={returnTo} email={email} />
}

export function ResetPasswordRoute() {
  return <ResetPasswordPage token={routes.resetPassword.useParams().token} problem={null} />
}
