import { MantineProvider } from '@mantine/core'
import type { AccountView } from '@trestle/domain/shell/publicPage.ts'
import { ForgotPasswordPage } from '../../accounts/ForgotPasswordPage.tsx'
import { ResetPasswordPage } from '../../accounts/ResetPasswordPage.tsx'
import { SignInPage } from '../../accounts/SignInPage.tsx'
import { SignUpPage } from '../../accounts/SignUpPage.tsx'
import { DrawErrorProvider, type CaughtError } from '../../ui/Boundary.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { toFailure } from '../../ui/failure.ts'
import { theme } from '../../ui/theme.ts'

/** Keeps the ids of this page apart from those of the document around it. */
export const identifierPrefix = 'account-'

interface BeforeSignInPageProps {
  view: AccountView
  /** The email to prefill; empty if unknown. */
  email: string
  getStyleNonce: () => string
}

function Page({ view, email }: Omit<BeforeSignInPageProps, 'getStyleNonce'>) {
  switch (view.page) {
    case 'signIn':
      return <SignInPage returnTo={view.returnTo ?? undefined} email={email} />
    case 'signUp':
      return <SignUpPage returnTo={view.returnTo ?? undefined} email={email} />
    case 'forgotPassword':
      return <ForgotPasswordPage />
    case 'resetPassword':
      return <ResetPasswordPage token={view.token} problem={view.problem} />
    default:
      return view satisfies never
  }
}

const drawError = ({ error }: CaughtError) => <ErrorBanner error={toFailure(error)} />

/** A page before sign-in. The server renders it, and React continues it in the browser. */
export function BeforeSignInPage({ getStyleNonce, ...page }: BeforeSignInPageProps) {
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={getStyleNonce}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <DrawErrorProvider value={drawError}>
        <Page {...page} />
      </DrawErrorProvider>
    </MantineProvider>
  )
}
