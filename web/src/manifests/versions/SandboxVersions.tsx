import { Button, Group } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { usePageAction } from '../../shared/usePageAction.ts'
import { ManifestDialog } from './ManifestDialog.tsx'
import { OlderVersions, type OlderVersionsProps } from './OlderVersions.tsx'
import { Promotion } from './Promotion.tsx'
import { versionList } from '../queries.ts'
import { ReasonButton } from '../ReasonButton.tsx'
import type { NamedApp, Rights } from '../rights.ts'
import { useHasPromoted } from './promotedApps.ts'
import { useNewestVersions } from './useNewestVersions.ts'
import { promotionBlock } from './versionActions.ts'
import { createdColumn, keyColumn, versionColumn } from './VersionColumns.tsx'

interface SandboxVersionsProps {
  app: NamedApp
  rights: Rights
  onPromoted: () => void
}

export function SandboxVersions({ app, rights, onPromoted }: SandboxVersionsProps) {
  const { t } = useTranslation()
  const hasPromoted = useHasPromoted(app.id)
  const list = useInfiniteQuery(versionList(app.id, 'Sandbox'))
  const [showsOld, setShowsOld] = useState(false)
  const [shown, setShown] = useState<ManifestVersion | null>(null)
  const [promoting, setPromoting] = useState<ManifestVersion | null>(null)
  const { box, shown: newest, older, showNewest } = useNewestVersions(list)
  const versions = list.data?.versions
  usePageAction('promote', versions !== undefined && rights.canModify, ({ versionId }) =>
    setPromoting(versions?.find((version) => version.id === versionId && version.promotable) ?? null),
  )
  const oldCount = (list.data?.total ?? 0) - 1
  const toggleOld = () => {
    setShowsOld(!showsOld)
    showNewest()
  }

  const promoteColumn: Column<ManifestVersion> = {
    key: 'promote',
    label: t('manifests.section.actions'),
    cell: (version) => (
      <PromoteCell
        version={version}
        canModify={rights.canModify}
        hasPromoted={hasPromoted}
        isModalOpen={promoting !== null}
        onPromote={() => setPromoting(version)}
      />
    ),
  }
  return (
    <>
      <div ref={box}>
        <Table
          label={t('manifests.section.sandboxTable')}
          columns={[
            versionColumn(t, setShown),
            createdColumn(t),
            keyColumn(t),
            ...(rights.isStaffScreen ? [] : [promoteColumn]),
          ]}
          rows={showsOld ? newest : versions?.slice(0, 1)}
          total={showsOld ? list.data?.total : undefined}
          rowKey={(version) => version.id}
          busy={list.isFetching}
          error={list.error}
          errorTitle={rights.isStaffScreen ? undefined : t('manifests.loadFailed')}
          onRetry={() => void list.refetch()}
          skeletonRows={1}
          empty={<NothingInSandbox isStaffScreen={rights.isStaffScreen} />}
        />
      </div>
      <OldVersionsButtons list={older} isOpen={showsOld} onToggle={toggleOld} count={oldCount} />
      <ManifestDialog version={shown} onClose={() => setShown(null)} />
      <Promotion app={app} version={promoting} onClose={() => setPromoting(null)} onPromoted={onPromoted} />
    </>
  )
}

interface OldVersionsButtonsProps extends OlderVersionsProps {
  count: number
  isOpen: boolean
  onToggle: () => void
}

/** Shows and hides the old versions (MAN-10). */
function OldVersionsButtons({ list, count, isOpen, onToggle }: OldVersionsButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm">
      {count > 0 && (
        <Button variant="subtle" mt="md" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? t('manifests.section.hideOld') : t('manifests.section.showOld', { count })}
        </Button>
      )}
      {isOpen && <OlderVersions list={list} />}
    </Group>
  )
}

function NothingInSandbox({ isStaffScreen }: { isStaffScreen: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('manifests.section.emptySandboxTitle')}
      detail={t(
        isStaffScreen ? 'manifests.section.emptyStaffDetail' : 'manifests.section.emptySandboxDetail',
      )}
    />
  )
}

interface PromoteCellProps {
  version: ManifestVersion
  canModify: boolean
  hasPromoted: boolean
  isModalOpen: boolean
  onPromote: () => void
}

function PromoteCell({ version, onPromote, ...state }: PromoteCellProps) {
  const { t } = useTranslation()
  const block = promotionBlock({ version, ...state })
  return (
    <ReasonButton
      size="xs"
      color="production"
      aria-label={t('manifests.promoteVersion', { version: versionLabel(version) })}
      reason={block && t(`manifests.promotionBlock.${block}`)}
      onClick={onPromote}
    >
      {t('manifests.promote')}
    </ReasonButton>
  )
}
