import { Stack } from '@mantine/core'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { ProductionCard } from '../credentials/ProductionCard.tsx'
import { SandboxSecret } from '../credentials/SandboxSecret.tsx'
import { useFlags } from '../http/session.ts'
import { CheckCredentialsSection } from '../oauth/CheckCredentialsSection.tsx'
import { DecisionsSection } from '../oauth/DecisionsSection.tsx'
import { SandboxCard } from '../sandboxes/SandboxCard.tsx'

interface CredentialsTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/**
 * Shows the OAuth Credentials tab: production above, sandbox below, then tools for finding errors. Government cloud
 * has no sandbox (CRED-08).
 */
export function CredentialsTab({ app, permissions }: CredentialsTabProps) {
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const hasProduction = isGovernmentCloud || app.credentials !== null
  const diagnosed = { appId: app.id, defaultEnvironment: hasProduction ? 'production' : 'sandbox' } as const
  return (
    <Stack gap="lg">
      <ProductionCard app={app} permissions={permissions} />
      {!isGovernmentCloud && (
        <SandboxCard
          app={app}
          permissions={permissions}
          secret={<SandboxSecret app={app} mayReset={permissions.canModifyCredentials} />}
        />
      )}
      {app.role !== 'user' && (
        <>
          <DecisionsSection {...diagnosed} />
          <CheckCredentialsSection
            {...diagnosed}
            clientIds={{
              production: app.credentials?.uid ?? null,
              sandbox: app.sandbox?.app_id ?? null,
            }}
          />
        </>
      )}
    </Stack>
  )
}
