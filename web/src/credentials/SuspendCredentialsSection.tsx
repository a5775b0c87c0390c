import { Stack } from '@mantine/core'
import { IconBan, IconCheck } from '@tabler/icons-react'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { environmentsOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/credentialSuspensions.ts'
import { Badge } from '../ui/Badge.tsx'
import { DangerButton } from '../ui/DangerButton.tsx'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './Credentials.module.css'
import { credentialStateId } from './focusCredentialState.ts'
import type { SuspendCredentialsDialogProps } from './SuspendCredentialsDialog.tsx'

const SuspendCredentialsDialog = lazyOverlay<SuspendCredentialsDialogProps>(() =>
  import('./SuspendCredentialsDialog.tsx').then((m) => m.SuspendCredentialsDialog),
)

type State = 'active' | 'suspended' | 'none'

function toState(app: AdminDeveloperApp, environment: CredentialEnvironment): State {
  if (app.credential_suspensions.some((each) => each.environment === environment)) return 'suspended'
  const exist = environment === 'production' ? app.credentials !== null : app.sandbox?.live === true
  return exist ? 'active' : 'none'
}

/** Shows platform staff whether an app's credentials work, and suspends them. */
export function SuspendCredentialsSection({ app }: { app: AdminDeveloperApp }) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const [environment, setEnvironment] = useState<CredentialEnvironment>('production')
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={t('credentialSuspensions.section')}>
      <Stack gap="md">
        {environmentsOf(isGovernmentCloud).map((each) => {
          const state = toState(app, each)
          return (
            <div key={each} id={credentialStateId(each)} tabIndex={-1}>
              <div className={classes['credentials']}>
                <EnvironmentBadge environment={each} />
                <StateBadge state={state} />
              </div>
              {state === 'active' && app.deleted_at === null && (
                <DangerButton
                  size="xs"
                  mt="xs"
                  onClick={() => {
                    setEnvironment(each)
                    setAsking(true)
                  }}
                >
                  {t('credentialSuspensions.suspend', { environment: t(`ui.${each}`).toLowerCase() })}
                </DangerButton>
              )}
            </div>
          )
        })}
      </Stack>
      <SuspendCredentialsDialog
        appId={app.id}
        appName={app.internal_name}
        environment={environment}
        opened={isAsking}
        onClose={() => setAsking(false)}
      />
    </Section>
  )
}

function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation()
  const text = t(`credentialSuspensions.${state}`)
  switch (state) {
    case 'active':
      return (
        <Badge tone="success" icon={<IconCheck size="0.875rem" aria-hidden />}>
          {text}
        </Badge>
      )
    case 'suspended':
      return (
        <Badge tone="danger" icon={<IconBan size="0.875rem" aria-hidden />}>
          {text}
        </Badge>
      )
    case 'none':
      return <span className={classes['muted']}>{text}</span>
    default:
      return state satisfies never
  }
}
