import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'

/** The element of the staff page that shows whether the credentials of an environment work. */
export const credentialStateId = (environment: CredentialEnvironment): string => `credentials-${environment}`

/** Moves the focus to the state that was just changed, because the button that was pressed is gone. */
export const focusCredentialState = (environment: CredentialEnvironment): void =>
  document.getElementById(credentialStateId(environment))?.focus()
