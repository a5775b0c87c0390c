import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { checkNotDeleted } from '@trestle/domain/apps/rules.ts'
import { SandboxSecret } from '../credentials/SandboxSecret.tsx'
import { SandboxCard } from '../sandboxes/SandboxCard.tsx'

/** Staff can create and reset the sandbox. Only the app's collaborators can edit its settings. */
export function AdminSandbox({ app }: { app: AdminDeveloperApp }) {
  const refusal = checkNotDeleted(app)
  const permissions = { canEdit: false, canGenerateSandbox: !refusal, canGenerateFakeSandbox: false }
  return (
    <SandboxCard
      app={app}
      permissions={permissions}
      forStaff={{ refusal: refusal?.message ?? null }}
      secret={
        <SandboxSecret app={app} mayReset={!refusal} forStaff={{ refusal: refusal?.message ?? null }} />
      }
    />
  )
}
