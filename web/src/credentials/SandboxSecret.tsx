import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { makeSandboxSecret, useRefreshApp } from './queries.ts'
import { SecretField } from './SecretField.tsx'

interface SandboxSecretProps {
  app: DeveloperApp
  mayReset: boolean
}

/** The client secret of an app's live sandbox: a reset always needs a confirmation (CRED-15). */
export function SandboxSecret({ app, mayReset }: SandboxSecretProps) {
  const refresh = useRefreshApp(app.id)
  const { sandbox } = app
  if (!sandbox?.live) return null
  return (
    <SecretField
      environment="sandbox"
      appName={app.internal_name}
      stored={sandbox.stored_secret}
      mayReset={mayReset}
      make={(confirmed) => makeSandboxSecret(sandbox.id, confirmed)}
      onMade={() => void refresh()}
    />
  )
}
