import { Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/manifests.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Section } from '../../ui/Section.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { Table } from '../../ui/Table.tsx'
import { ManifestDialog } from './ManifestDialog.tsx'
import { NewVersionButton } from './NewVersionButton.tsx'
import { OlderVersions } from './OlderVersions.tsx'
import { versionList } from '../queries.ts'
import type { NamedApp, Rights } from '../rights.ts'
import { RejectionNote } from '../review/RejectionNote.tsx'
import classes from './VersionsTab.module.css'
import { useNewestVersions } from './useNewestVersions.ts'
import { createdColumn, keyColumn, PublishedCell, versionColumn } from './VersionColumns.tsx'

interface VersionsTabProps {
  app: NamedApp
  rights: Rights
  /** Shown below the table once it is loaded: the manifests by environment (MAN-07). */
  children: ReactNode
}

/** Lists every version of the app, newest first (MAN-01). */
export function VersionsTab({ app, rights, children }: VersionsTabProps) {
  const { t } = useTranslation()
  const isGovernmentCloud = useFlags().gov_cloud
  // Government cloud has no sandbox, so sandbox versions from before are hidden (MAN-06).
  const list = useInfiniteQuery(versionList(app.id, isGovernmentCloud ? 'ProductionEnvironment' : undefined))
  const [shown, setShown] = useState<ManifestVersion | null>(null)
  const { box, shown: newest, older } = useNewestVersions(list)
  const production = list.data?.versions.find(
    (version) => version.versionable_type === 'ProductionEnvironment',
  )
  // All at once, because a rejection note and the table rows would move the content below them.
  if (list.isPending) return <FormSkeleton fields={8} />
  return (
    <Stack gap="lg">
      <RejectionNote version={production} />
      <div ref={box} tabIndex={-1} className={classes['versions']}>
        <Section
          title={t('manifests.versionsTab.title')}
          description={t('manifests.versionsTab.description')}
        >
          <Table
            label={t('manifests.versionsTab.table', { app: app.internal_name })}
            columns={[
              versionColumn(t, setShown, !isGovernmentCloud),
              createdColumn(t),
              keyColumn(t),
              {
                key: 'published',
                label: t('manifests.publishedToMarketplace'),
                folds: true,
                cell: (version) => <PublishedCell isPublished={version.published_to_marketplace} />,
              },
            ]}
            rows={newest}
            total={list.data?.total}
            rowKey={(version) => version.id}
            busy={list.isFetching}
            error={list.error}
            errorTitle={t('manifests.loadFailed')}
            onRetry={() => void list.refetch()}
            empty={
              <EmptyState
                title={t('manifests.versionsTab.emptyTitle')}
                detail={t('manifests.versionsTab.emptyDetail')}
              >
                <NewVersionButton
                  app={app}
                  rights={rights}
                  label={t('manifests.newVersion.action')}
                  // The button that opened the editor disappears with the empty state.
                  onCreated={() => box.current?.focus()}
                />
              </EmptyState>
            }
          />
          <OlderVersions list={older} />
          <ManifestDialog version={shown} onClose={() => setShown(null)} />
        </Section>
      </div>
      {children}
    </Stack>
  )
}
