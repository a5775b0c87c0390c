import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { ClientSecrets } from './ClientSecrets.tsx'
import { resetSandboxSecret, resetAdminSandboxSecret, useRefreshApp } from './queries.ts'
import { PublicNote, SecretField, SecretReset, type SecretFieldProps } from './SecretField.tsx'

interface SandboxSecretProps {
  app: DeveloperApp
  mayReset: boolean
  /** For platform staff, with the reason if they may not reset. */
  forStaff?: { refusal: string | null }
}

/** Shows the client secrets of an app's live sandbox. Every reset needs a confirmation (CRED-15). */
export function SandboxSecret({ app, mayReset, forStaff }: SandboxSecretProps) {
  const refresh = useRefreshApp(app.id)
  const { sandbox } = app
  if (!sandbox?.live) return null
  const field: SecretFieldProps = {
    environment: 'sandbox',
    appName: app.internal_name,
    stored: sandbox.stored_secret,
    mayReset,
    make: (confirmed) =>
      forStaff ? resetAdminSandboxSecret(app.id, confirmed) : resetSandboxSecret(sandbox.id, confirmed),
    onMade: () => void refresh(),
  }
  const isPublic = !app.confidential
  if (forStaff && isPublic) return <PublicNote />
  if (forStaff) return <SecretField {...field} refusal={forStaff.refusal} />
  return (
    <ClientSecrets
      appId={app.id}
      environment="sandbox"
      appName={app.internal_name}
      stored={sandbox.stored_secret}
      mayChange={mayReset}
      isPublic={isPublic}
      reset={<SecretReset {...field} />}
    />
  )
}
