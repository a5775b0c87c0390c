import { Button, Group, Stack } from '@mantine/core'
import { IconCircleCheck, IconFlask, IconHelpCircle, IconHourglass, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { headerBadge, type HeaderBadge } from '@trestle/domain/manifests/badge.ts'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { isNewer, versionLabel } from '@trestle/domain/manifests/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { fullDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { ComponentsCard } from './ComponentsCard.tsx'
import { DataConnectorCard, type PermissionDrawer } from './DataConnectorCard.tsx'
import { ManifestDialog } from './ManifestDialog.tsx'
import { ManifestSummary } from './ManifestSummary.tsx'
import { NewVersionButton, PausedNotice } from './NewVersion.tsx'
import { Promotion } from './Promotion.tsx'
import { versionList } from './queries.ts'
import { ReasonButton } from './ReasonButton.tsx'
import type { NamedApp, Rights } from './rights.ts'
import { badgeTones, promotionBlock } from './versionActions.ts'

interface ConfigurationsTabProps {
  app: NamedApp
  rights: Rights
  /** Null where the permission builder is switched off. */
  permissionDrawer: PermissionDrawer | null
  /** Leads to the production versions (PROM-12). */
  onPromoted: () => void
}

interface Newest {
  sandbox: ManifestVersion | null
  production: ManifestVersion | null
}

/** The newest version of both environments; a promoted one equals its source, and the source is shown. */
const newestOf = ({ sandbox, production }: Newest) =>
  sandbox && production && isNewer(production, sandbox) ? production : (sandbox ?? production)

export function ConfigurationsTab(props: ConfigurationsTabProps) {
  const { app } = props
  const { t } = useTranslation()
  const isGovernmentCloud = useFlags().gov_cloud
  const sandbox = useInfiniteQuery({ ...versionList(app.id, 'Sandbox'), enabled: !isGovernmentCloud })
  const production = useInfiniteQuery(versionList(app.id, 'ProductionEnvironment'))
  const error = sandbox.error ?? production.error
  const retry = () => void Promise.all([sandbox.refetch(), production.refetch()])

  if (error && !production.data) {
    return <FailedState title={t('manifests.loadFailed')} error={error} onRetry={retry} />
  }
  if (!production.data || (!isGovernmentCloud && !sandbox.data)) return <LinesSkeleton lines={8} />
  const newest: Newest = {
    sandbox: sandbox.data?.versions[0] ?? null,
    production: production.data.versions[0] ?? null,
  }
  return <Configuration {...props} newest={newest} />
}

function Configuration(props: ConfigurationsTabProps & { newest: Newest }) {
  const { app, rights, permissionDrawer, newest, onPromoted } = props
  const { t } = useTranslation()
  const version = newestOf(newest)
  return (
    <Stack gap="lg">
      <PausedNotice />
      <Section
        title={
          version
            ? t('manifests.version', { version: versionLabel(version) })
            : t('manifests.configurations.none')
        }
        description={version && <CreatedNote version={version} />}
        aside={<StateBadge newest={newest} />}
      >
        {version ? (
          <HeaderActions
            app={app}
            rights={rights}
            version={version}
            newest={newest}
            onPromoted={onPromoted}
          />
        ) : (
          <NoVersion app={app} rights={rights} />
        )}
      </Section>
      {version && (
        <Cards key={version.id} version={version} rights={rights} permissionDrawer={permissionDrawer} />
      )}
    </Stack>
  )
}

interface CardsProps extends Pick<ConfigurationsTabProps, 'rights' | 'permissionDrawer'> {
  version: ManifestVersion
}

/** Edited here for as long as the tab is open; saving comes with the frame around them. */
function Cards({ version, rights, permissionDrawer }: CardsProps) {
  const { t } = useTranslation()
  const isGovernmentCloud = useFlags().gov_cloud
  const [configured, setConfigured] = useState(version.configured_manifest_content)
  const disabledReason = rights.canModify ? null : t('manifests.newVersion.notAllowed')
  return (
    <>
      <Section title={t('manifests.configurations.components')}>
        <ComponentsCard
          configured={configured}
          onChange={setConfigured}
          disabledReason={disabledReason}
          governmentCloud={isGovernmentCloud}
          onEditing={() => undefined}
          problem={null}
        />
      </Section>
      <Section title={t('manifests.configurations.dataConnector')}>
        <DataConnectorCard
          configured={configured}
          onChange={setConfigured}
          disabledReason={disabledReason}
          locked={version.auth_code_locked}
          capable={version.auth_code_capable}
          onEditing={() => undefined}
          permissionDrawer={permissionDrawer}
        />
      </Section>
      <ManifestSummary content={configured} />
    </>
  )
}

function CreatedNote({ version }: { version: ManifestVersion }) {
  const { t } = useTranslation()
  const date = fullDate(version.created_at)
  return version.created_by === null
    ? t('manifests.createdAt', { date })
    : t('manifests.createdBy', { date, name: version.created_by })
}

const badgeIcons: Record<HeaderBadge['color'], typeof IconPencil> = {
  blue: IconPencil,
  magenta: IconFlask,
  green: IconCircleCheck,
  yellow: IconHourglass,
  red: IconHelpCircle,
}

function StateBadge({ newest }: { newest: Newest }) {
  const isGovernmentCloud = useFlags().gov_cloud
  const { label, color } = headerBadge({
    newestSandbox: newest.sandbox,
    newestProduction: newest.production,
    governmentCloud: isGovernmentCloud,
  })
  const Icon = badgeIcons[color]
  return (
    <Badge tone={badgeTones[color]} icon={<Icon size={14} aria-hidden />}>
      {label}
    </Badge>
  )
}

function NoVersion({ app, rights }: { app: NamedApp; rights: Rights }) {
  const { t } = useTranslation()
  const detail = rights.canModify
    ? t('manifests.configurations.emptyDetail')
    : t('manifests.configurations.emptyNotAllowed')
  return (
    <EmptyState title={t('manifests.configurations.emptyTitle')} detail={detail}>
      <NewVersionButton app={app} rights={rights} label={t('manifests.newVersion.action')} />
    </EmptyState>
  )
}

interface HeaderActionsProps extends Omit<ConfigurationsTabProps, 'permissionDrawer'> {
  version: ManifestVersion
  newest: Newest
}

/** View manifest, promote, create version (CONF-10 to CONF-12); government cloud has nothing to promote. */
function HeaderActions({ app, rights, version, newest, onPromoted }: HeaderActionsProps) {
  const { t } = useTranslation()
  const isGovernmentCloud = useFlags().gov_cloud
  const [shown, setShown] = useState<ManifestVersion | null>(null)
  const [promoting, setPromoting] = useState<ManifestVersion | null>(null)
  const block = promotionBlock({
    version: newest.sandbox ?? undefined,
    canModify: rights.canModify,
    hasPromoted: false,
    isModalOpen: promoting !== null,
  })
  return (
    <>
      <Group gap="sm" align="flex-start">
        <Button variant="default" onClick={() => setShown(version)}>
          {t('manifests.viewManifest')}
        </Button>
        {!isGovernmentCloud && (
          <ReasonButton
            color="production"
            reason={block && t(`manifests.promotionBlock.${block}`)}
            onClick={() => setPromoting(newest.sandbox)}
          >
            {t('manifests.promote')}
          </ReasonButton>
        )}
        <NewVersionButton
          app={app}
          rights={rights}
          label={t('manifests.newVersion.action')}
          variant={block === null ? 'default' : 'filled'}
        />
      </Group>
      <ManifestDialog version={shown} onClose={() => setShown(null)} />
      <Promotion app={app} version={promoting} onClose={() => setPromoting(null)} onPromoted={onPromoted} />
    </>
  )
}
