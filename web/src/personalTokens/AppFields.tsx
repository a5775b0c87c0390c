import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { maxTokenApps } from '@trestle/domain/personalTokens/rules.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appsByName } from '../shared/queries.ts'
import '../texts/personalTokens.ts'
import { MultiSelect } from '../ui/MultiSelect.tsx'

interface AppFieldsProps {
  /** Null for all apps. */
  value: number[] | null
  onChange: (value: number[] | null) => void
  error: ReactNode
}

/** Chooses the apps that a token is for. */
export function AppFields({ value, onChange, error }: AppFieldsProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('personalTokens.form.apps')}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('personalTokens.form.all')} />
          <Radio value="some" label={t('personalTokens.form.some')} />
        </Stack>
      </Radio.Group>
      {value !== null && <ChosenApps value={value} onChange={onChange} error={error} />}
    </Stack>
  )
}

function ChosenApps({ value, onChange, error }: AppFieldsProps & { value: number[] }) {
  const { t } = useTranslation()
  const { data: apps = [], isLoadingError, refetch } = useQuery(appsByName())
  return (
    <MultiSelect
      label={t('personalTokens.form.chosen')}
      description={t('personalTokens.form.chosenHint')}
      data-path="app_ids"
      required
      maxValues={maxTokenApps}
      data={apps.map(({ id, internal_name: label }) => ({ value: String(id), label }))}
      value={apps.length > 0 ? value.map(String) : []}
      error={isLoadingError ? t('personalTokens.form.appsFailed') : error}
      onDropdownOpen={() => {
        if (isLoadingError) void refetch()
      }}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  )
}
