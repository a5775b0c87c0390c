import { NativeSelect } from '@mantine/core'
import { isSecurityEventKind, securityEventKinds } from '@trestle/domain/securityEvents/kinds.ts'
import { useTranslation } from 'react-i18next'
import { DeveloperPicker } from '../shared/DeveloperPicker.tsx'
import type { ListState } from '../shared/listState.ts'
import '../texts/securityEvents.ts'
import { DayRange } from '../ui/DayRange.tsx'
import { countActive, Filters } from '../ui/Filters.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { SecurityEventFilters } from './queries.ts'

const kinds = Object.entries(securityEventKinds)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

export function SecurityEventFilterFields({ list }: { list: ListState<SecurityEventFilters> }) {
  const { t } = useTranslation()
  const { developer_id: developerId, kind, typed_email: typedEmail, network, from, to } = list.filters
  return (
    <Filters active={countActive(developerId, kind, typedEmail, network, from, to)}>
      <DeveloperPicker
        label={t('securityEvents.account')}
        placeholder={t('securityEvents.anyAccount')}
        width={200}
        ids={developerId === undefined ? [] : [developerId]}
        onPick={(picked) => list.setFilters({ developer_id: picked })}
      />
      <NativeSelect
        label={t('securityEvents.kind')}
        w={220}
        value={kind}
        data={[{ value: '', label: t('securityEvents.anyKind') }, ...kinds]}
        onChange={({ currentTarget: { value } }) =>
          list.setFilters({ kind: isSecurityEventKind(value) ? value : '' })
        }
      />
      <DayRange from={from} to={to} onChange={(changed) => list.setFilters(changed)} />
      <SearchBox
        label={t('securityEvents.typedEmail')}
        showLabel
        width={200}
        placeholder={t('securityEvents.typedEmailHint')}
        value={typedEmail}
        maxLength={254}
        onSearch={(typed) => list.setFilters({ typed_email: typed })}
      />
      <SearchBox
        label={t('securityEvents.network')}
        showLabel
        width={240}
        placeholder={t('securityEvents.networkHint')}
        value={network}
        onSearch={(typed) => list.setFilters({ network: typed })}
      />
    </Filters>
  )
}
