import { Button, Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { DeveloperAppRow } from '@trestle/domain/apps/contract.ts'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags, useSession } from '../http/session.ts'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { paths } from '../paths.ts'
import { ListingBadge } from '../shared/ListingBadge.tsx'
import { VersionBadge } from '../shared/VersionBadge.tsx'
import '../texts/apps.ts'
import { fullDate } from '../ui/dates.ts'
import { Filters } from '../ui/Filters.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Column } from '../ui/Table.tsx'
import { AppIcon } from './AppIcon.tsx'
import classes from './AppsPage.module.css'
import type { CreateAppDialogProps } from './CreateAppDialog.tsx'
import { readOwnAppFilters, ownApps } from './listQueries.ts'
import { nextStepHref, NextStepLine } from './NextStepLine.tsx'
import { humanize } from '../ui/humanize.ts'

const CreateAppDialog = lazyOverlay<CreateAppDialogProps>(() =>
  import('./CreateAppDialog.tsx').then((m) => m.CreateAppDialog),
)

const route = getRouteApi('/signedIn/developer_apps')

/** Stores whether the dialog is open in the address, because the palette and the empty state link to it. */
function useCreateDialog() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  // Back from a later page leads to the list, not to the dialog again.
  const show = (create: string | undefined, replace = false) =>
    void navigate({
      to: '.',
      search: { ...search, create },
      resetScroll: false,
      replace,
      ignoreBlocker: true,
    })
  return { opened: search.create === 'true', open: () => show('true'), close: () => show(undefined, true) }
}

function useColumns(): Column<DeveloperAppRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('apps.list.name'),
        sort: 'internal_name',
        isName: true,
        width: '30%',
        typicalWidth: 190,
        cell: (app) => (
          <span className={classes['name']}>
            <AppIcon name={app.internal_name} src={app.thumbnail_url} />
            <TextLink href={paths.app(app.id)}>{app.internal_name}</TextLink>
          </span>
        ),
      },
      {
        key: 'role',
        label: t('apps.list.role'),
        folds: 'medium',
        typicalWidth: 72,
        cell: (app) => t(`apps.roles.${app.role}`, { defaultValue: humanize(app.role) }),
      },
      {
        key: 'version',
        label: t('apps.list.version'),
        folds: true,
        width: '32%',
        typicalWidth: 300,
        cell: (app) => (
          <>
            <span className={classes['version']}>
              {app.version} <VersionBadge badge={app.version_badge} />
            </span>
            <span className={classes['next']}>
              <NextStepLine
                step={app.next_step}
                reader={app.role}
                toHref={(tab) => nextStepHref(app.id, app.next_step, tab)}
              />
            </span>
          </>
        ),
      },
      {
        key: 'listing',
        label: t('apps.list.listing'),
        folds: true,
        typicalWidth: 85,
        cell: (app) =>
          app.listing_state === null ? (
            <span className={classes['muted']}>{t('apps.list.notListed')}</span>
          ) : (
            <ListingBadge label={app.listing_state} />
          ),
      },
      {
        key: 'updated',
        label: t('apps.list.updated'),
        folds: 'medium',
        sort: 'updated_at',
        nowrap: true,
        typicalWidth: 217,
        cell: (app) => fullDate(app.updated_at),
      },
    ],
    [t],
  )
}

/** Lists the apps the user works on, with a button to create one (APP-02, APP-03). */
export function AppsPage() {
  const { t } = useTranslation()
  const { developer } = useSession()
  const dialog = useCreateDialog()
  const columns = useColumns()
  const reasonId = useId()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const list = useListState(route.useSearch(), readOwnAppFilters)
  const query = useListQuery(list, ownApps(list))
  const isConfirmed = developer?.email_confirmed ?? false
  const create = (
    <Button
      onClick={dialog.open}
      disabled={!isConfirmed}
      aria-describedby={isConfirmed ? undefined : reasonId}
    >
      {t('apps.list.create')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('apps.list.title')}
        actions={create}
        description={isConfirmed ? undefined : <span id={reasonId}>{t('apps.list.unconfirmed')}</span>}
      />
      <Filters
        search={
          <SearchBox
            value={list.filters.search}
            label={t('apps.list.search')}
            placeholder={t('apps.list.search')}
            onSearch={(search) => list.setFilters({ search })}
          />
        }
      />
      <ListTable
        label={t('apps.list.label')}
        list={list}
        query={query}
        columns={columns}
        rowKey={(app) => app.id}
        rowHeight={67}
        errorTitle={t('apps.list.failed')}
        emptyTitle={t('apps.list.emptyTitle')}
        emptyDetail={isGovernmentCloud ? t('apps.list.emptyDetailGovCloud') : t('apps.list.emptyDetail')}
        emptyActions={
          <Group justify="center">
            {create}
            <TextLink href={paths.documentation()}>{t('apps.list.emptyLink')}</TextLink>
          </Group>
        }
      />
      <CreateAppDialog opened={dialog.opened} onClose={dialog.close} />
    </>
  )
}
