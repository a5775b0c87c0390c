import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './SandboxCard.module.css'
import { SandboxCard, type SandboxCardProps } from './SandboxCard.tsx'

/** The OAuth Credentials tab: production above, the sandbox below; government cloud has no sandbox (SBX-23). */
export function CredentialsTab(props: SandboxCardProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  return (
    <Stack gap="lg">
      <Section title={t('sandboxes.production.title')} aside={<EnvironmentBadge environment="production" />}>
        <p>{t('sandboxes.production.detail')}</p>
        <p className={classes['muted']}>{t('sandboxes.production.later')}</p>
      </Section>
      {!isGovernmentCloud && <SandboxCard {...props} />}
    </Stack>
  )
}
