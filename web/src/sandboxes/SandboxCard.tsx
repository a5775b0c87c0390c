import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { sandboxView } from '@trestle/domain/sandboxes/rules.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/sandboxes.ts'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { Section } from '../ui/Section.tsx'
import { SandboxForm } from './SandboxForm.tsx'
import { SandboxProgress } from './SandboxProgress.tsx'
import { useServerNow } from '../ui/serverTime.ts'

export interface SandboxCardProps {
  app: DeveloperApp
  permissions: Pick<AppPermissions, 'canEdit' | 'canGenerateSandbox' | 'canGenerateFakeSandbox'>
  /** Set for platform staff, who use their own endpoints; `refusal` says why they may not act. */
  forStaff?: { refusal: string | null }
  /** The client secret with its actions, which belong to another feature. */
  secret?: ReactNode
}

/** Shows an app's sandbox in any state (SBX-01): none, building, failed or live. */
export function SandboxCard({ app, permissions, forStaff, secret }: SandboxCardProps) {
  const { t } = useTranslation()
  const { sandbox_build_seconds: buildSeconds } = useFlags()
  const now = useServerNow(app.sandbox?.status === 'pending')
  const view = sandboxView(app.sandbox, now, buildSeconds)
  return (
    <Section
      id="sandbox"
      title={t('sandboxes.card.title')}
      aside={<EnvironmentBadge environment="sandbox" />}
    >
      {view === 'live' && app.sandbox ? (
        <SandboxForm
          key={app.sandbox.id}
          sandbox={app.sandbox}
          canEdit={permissions.canEdit}
          role={app.role}
          secret={secret}
        />
      ) : (
        <SandboxProgress
          app={app}
          permissions={permissions}
          {...(forStaff && { forStaff })}
          view={view}
          now={now}
        />
      )}
    </Section>
  )
}
