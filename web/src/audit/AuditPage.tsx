import { Button, Text } from '@mantine/core'
import { useSet } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { AuditEventRow } from '@trestle/domain/audit/contract.ts'
import { useTranslation } from 'react-i18next'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { paths } from '../paths.ts'
import '../texts/audit.ts'
import { toSecond } from '../ui/dates.ts'
import { ExportButton } from '../shared/ExportButton.tsx'
import { TextLink } from '../ui/Link.tsx'
import { NotAvailable } from '../ui/NotAvailable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { Column } from '../ui/Table.tsx'
import classes from './Audit.module.css'
import { AuditFilterFields } from './AuditFilterFields.tsx'
import { EventDetails } from './EventDetails.tsx'
import { auditCsv, auditEvents, readAuditFilters } from './queries.ts'
import { humanize } from '../ui/humanize.ts'
import { useTokenName } from './useTokenName.ts'
import { isChanged, toAuditLabel } from './wording.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/audit')

const detailsId = ({ id }: AuditEventRow) => `audit-event-${id}`

function Who({ event: { actor, actor_kind: kind, token } }: { event: AuditEventRow }) {
  const { t } = useTranslation()
  const toName = useTokenName()
  if (!actor) return t(`audit.kinds.${kind}`, { defaultValue: humanize(kind) })
  return (
    <>
      <TextLink href={paths.adminDeveloper(actor.id)}>{actor.name}</TextLink>
      <Text size="xs" c="dimmed">
        {actor.email}
      </Text>
      {token && (
        <Text size="xs" c="dimmed">
          {t('audit.withToken', { name: toName(token) })}
        </Text>
      )}
    </>
  )
}

/** Names what was changed, with a link to the page of a developer. */
function Subject({ event }: { event: AuditEventRow }) {
  const { type, id, name } = event.subject
  const Tag = name === null ? 'code' : 'span'
  const key = <Tag className={classes['subject']}>{name ?? id}</Tag>
  return (
    <>
      {toAuditLabel(type)}
      {type === 'developer' ? <TextLink href={paths.adminDeveloper(id)}>{key}</TextLink> : key}
    </>
  )
}

interface UnfoldProps {
  event: AuditEventRow
  isUnfolded: boolean
  onToggle: () => void
}

function Unfold({ event, isUnfolded, onToggle }: UnfoldProps) {
  const { t } = useTranslation()
  const count = Object.values(event.changes).filter(isChanged).length
  const Icon = isUnfolded ? IconChevronDown : IconChevronRight
  const about = { action: toAuditLabel(event.action), when: toSecond(event.at) }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size="0.9375rem" aria-hidden />}
      aria-expanded={isUnfolded}
      aria-controls={isUnfolded ? detailsId(event) : undefined}
      onClick={onToggle}
    >
      {count === 0 ? t('audit.noChanges') : t('audit.changed', { count })}
      <span className="visually-hidden"> {t('audit.changesOf', about)}</span>
    </Button>
  )
}

function useColumns(unfolded: Set<number>): Column<AuditEventRow>[] {
  const { t } = useTranslation()
  const toggle = (id: number) => {
    if (!unfolded.delete(id)) unfolded.add(id)
  }
  return [
    { key: 'at', label: t('audit.when'), typicalWidth: 135, cell: (event) => toSecond(event.at) },
    {
      key: 'who',
      label: t('audit.who'),
      folds: true,
      typicalWidth: 120,
      cell: (event) => <Who event={event} />,
    },
    {
      key: 'action',
      label: t('audit.action'),
      folds: true,
      typicalWidth: 140,
      cell: (event) => toAuditLabel(event.action),
    },
    {
      key: 'app',
      label: t('audit.app'),
      folds: 'medium',
      typicalWidth: 90,
      cell: ({ app }) =>
        app ? <TextLink href={paths.adminApp(app.id)}>{app.internal_name}</TextLink> : <NotAvailable />,
    },
    {
      key: 'subject',
      label: t('audit.subject'),
      folds: 'medium',
      typicalWidth: 90,
      cell: (event) => <Subject event={event} />,
    },
    {
      key: 'changes',
      label: t('audit.changes'),
      folds: true,
      typicalWidth: 96,
      nowrap: true,
      cell: (event) => (
        <Unfold event={event} isUnfolded={unfolded.has(event.id)} onToggle={() => toggle(event.id)} />
      ),
    },
  ]
}

/** Shows the audit log of all changes to platform staff. */
export function AuditPage() {
  const { t } = useTranslation()
  const unfolded = useSet<number>()
  const columns = useColumns(unfolded)
  const list = useListState(route.useSearch(), readAuditFilters)
  const query = useListQuery(list, auditEvents(list))
  return (
    <>
      <PageHeader
        title={t('shell.auditLog')}
        crumbs={[{ label: t('shell.admin') }, { label: t('shell.auditLog') }]}
        description={t('audit.description')}
        actions={<ExportButton href={auditCsv(list.filters)} query={query} />}
      />
      <AuditFilterFields list={list} events={query.data?.rows ?? []} />
      <ListTable
        label={t('audit.label')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowHeight={62}
        below={(event) =>
          unfolded.has(event.id) ? (
            <EventDetails
              id={detailsId(event)}
              event={event}
              onPickToken={
                list.filters.token_id === undefined ? (id) => list.setFilters({ token_id: id }) : undefined
              }
            />
          ) : null
        }
        emptyTitle={t('audit.emptyTitle')}
        emptyDetail={t('audit.emptyDetail')}
      />
    </>
  )
}
