import { Stack, Tabs } from '@mantine/core'
import { IconFlask, IconWorld } from '@tabler/icons-react'
import type { EnvironmentType } from '@trestle/domain/manifests/contract.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/manifests.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './ManifestsSection.module.css'
import { NewVersionButton } from './NewVersionButton.tsx'
import { PausedNotice } from './PausedNotice.tsx'
import { ProductionVersions } from './ProductionVersions.tsx'
import type { NamedApp, Rights } from '../rights.ts'
import { SandboxVersions } from './SandboxVersions.tsx'

interface ManifestsSectionProps {
  app: NamedApp
  rights: Rights
  environment: EnvironmentType
  onEnvironment: (environment: EnvironmentType) => void
}

function useDescription(rights: Rights, isGovernmentCloud: boolean): string {
  const { t } = useTranslation()
  const environments = isGovernmentCloud ? 'GovCloud' : ''
  return t(`manifests.section.description${rights.isStaffScreen ? 'Staff' : ''}${environments}`)
}

/** Shows an app's manifests by environment (MAN-05), to its developers and to staff. */
export function ManifestsSection({ app, rights, environment, onEnvironment }: ManifestsSectionProps) {
  const { t } = useTranslation()
  const isGovernmentCloud = useFlags().gov_cloud
  const description = useDescription(rights, isGovernmentCloud)
  const productionTab = useRef<HTMLButtonElement>(null)

  const create = rights.isStaffScreen ? null : (
    <NewVersionButton app={app} rights={rights} label={t('manifests.newVersion.actionLong')} forPalette />
  )
  // The promoted version is listed on the other tab, so the view and the focus move there (PROM-12).
  const showPromoted = () => {
    onEnvironment('production')
    requestAnimationFrame(() => productionTab.current?.focus())
  }
  const production = <ProductionVersions app={app} rights={rights} />

  return (
    <Section title={t('manifests.section.title')} description={description} aside={create}>
      <Stack gap="md">
        {!rights.isStaffScreen && <PausedNotice />}
        {isGovernmentCloud ? (
          production
        ) : (
          <Tabs
            value={environment}
            onChange={(value) => onEnvironment(value === 'production' ? 'production' : 'sandbox')}
            keepMounted={false}
          >
            <Tabs.List aria-label={t('manifests.section.environments')}>
              <Tabs.Tab
                value="sandbox"
                color="sandbox"
                className={classes['sandbox'] ?? ''}
                leftSection={<IconFlask size="1rem" aria-hidden />}
              >
                {t('ui.sandbox')}
              </Tabs.Tab>
              <Tabs.Tab
                ref={productionTab}
                value="production"
                color="production"
                className={classes['production'] ?? ''}
                leftSection={<IconWorld size="1rem" aria-hidden />}
              >
                {t('ui.production')}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="sandbox" pt="md">
              <Boundary>
                <SandboxVersions app={app} rights={rights} onPromoted={showPromoted} />
              </Boundary>
            </Tabs.Panel>
            <Tabs.Panel value="production" pt="md">
              <Boundary>{production}</Boundary>
            </Tabs.Panel>
          </Tabs>
        )}
      </Stack>
    </Section>
  )
}
