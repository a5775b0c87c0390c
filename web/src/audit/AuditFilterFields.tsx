import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEventRow } from '@trestle/domain/audit/contract.ts'
import { useTranslation } from 'react-i18next'
import { DeveloperPicker } from '../shared/DeveloperPicker.tsx'
import type { ListState } from '../shared/listState.ts'
import '../texts/audit.ts'
import { AsyncPicker } from '../ui/AsyncPicker.tsx'
import { DayRange } from '../ui/DayRange.tsx'
import { bestFirst } from '../ui/matches.ts'
import { countActive, Filters } from '../ui/Filters.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { appOption, auditVocabulary, findApps, type AuditFilters } from './queries.ts'
import { useTokenName } from './useTokenName.ts'
import { toAuditLabel } from './wording.ts'

/** The width that makes all filters fit on one line. */
const fieldWidth = 160

function AppPicker({ list }: { list: ListState<AuditFilters> }) {
  const { t } = useTranslation()
  const { app_id: appId } = list.filters
  const app = useQuery({ ...appOption(appId ?? 0), enabled: appId !== undefined })
  const unnamed = { value: String(appId), label: String(appId) }
  return (
    <AsyncPicker
      label={t('audit.app')}
      placeholder={t('audit.anyApp')}
      width={fieldWidth}
      value={appId === undefined ? null : (app.data ?? unnamed)}
      load={async (search, signal) => bestFirst(await findApps(search, signal), search)}
      onChange={(picked) => list.setFilters({ app_id: picked ? Number(picked.value) : undefined })}
    />
  )
}

function ActionSelect({ list }: { list: ListState<AuditFilters> }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(auditVocabulary())
  const { action } = list.filters
  const known = [...new Set([...(data?.actions ?? []), ...(action === '' ? [] : [action])])]
  const choices = known.map((value) => ({ value, label: toAuditLabel(value) }))
  return (
    <NativeSelect
      label={t('audit.action')}
      // Its options load later and would make it wider.
      w={fieldWidth}
      value={action}
      data={[
        { value: '', label: t('audit.anyAction') },
        ...choices.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
      error={error ? t('audit.actionsFailed') : undefined}
      onChange={(event) => list.setFilters({ action: event.currentTarget.value })}
    />
  )
}

interface AuditFilterFieldsProps {
  list: ListState<AuditFilters>
  events: readonly AuditEventRow[]
}

/** Shows the token that the list is filtered by, and removes the filter. An entry's details set it. */
function TokenSelect({ list, events }: AuditFilterFieldsProps) {
  const { t } = useTranslation()
  const toName = useTokenName()
  const { token_id: id } = list.filters
  if (id === undefined) return null
  const token = events.find((event) => event.token?.id === id)?.token
  return (
    <NativeSelect
      label={t('audit.token')}
      w={fieldWidth}
      value={String(id)}
      data={[
        { value: '', label: t('audit.anyToken') },
        { value: String(id), label: toName(token ?? { id, name: null, last_four: null }) },
      ]}
      onChange={() => list.setFilters({ token_id: undefined })}
    />
  )
}

export function AuditFilterFields({ list, events }: AuditFilterFieldsProps) {
  const { t } = useTranslation()
  const { actor_id, app_id, action, token_id, developer_id, from, to, search } = list.filters
  return (
    <Filters
      active={countActive(actor_id, app_id, action, token_id, developer_id, from, to)}
      search={
        <SearchBox
          value={search}
          label={t('audit.search')}
          placeholder={t('audit.searchHint')}
          width={240}
          onSearch={(typed) => list.setFilters({ search: typed })}
        />
      }
    >
      <DeveloperPicker
        width={fieldWidth}
        label={t('audit.person')}
        placeholder={t('audit.anyPerson')}
        ids={actor_id === undefined ? [] : [actor_id]}
        onPick={(picked) => list.setFilters({ actor_id: picked })}
      />
      <DeveloperPicker
        width={fieldWidth}
        label={t('audit.changedPerson')}
        placeholder={t('audit.anyPerson')}
        ids={developer_id === undefined ? [] : [developer_id]}
        onPick={(picked) => list.setFilters({ developer_id: picked })}
      />
      <AppPicker list={list} />
      <ActionSelect list={list} />
      <TokenSelect list={list} events={events} />
      <DayRange from={from} to={to} onChange={(changed) => list.setFilters(changed)} />
    </Filters>
  )
}
