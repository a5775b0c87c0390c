import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'

/** The element of the staff page that shows whether the credentials of an environment work. */
export const credentialStateId = (environment: CredentialEnvironment): string => `credentials-${environment}`

/** Moves the focus to what a suspension or its end changed: the button that began it is gone. */
export const focusCredentialState = (environment: CredentialEnvironment): void =>
  document.getElementById(credentialStateId(environment))?.focus()
