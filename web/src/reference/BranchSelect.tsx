import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { readsEverything } from '@trestle/domain/reference/rules.ts'
import { useTranslation } from 'react-i18next'
import { changedAddress } from '../shared/listState.ts'
import '../texts/reference.ts'
import { useReader } from './context.ts'
import { referenceBranches } from './queries.ts'

const route = getRouteApi('/reference')

/** Selects the documentation branch, for staff and employees only (CHG-24, CHG-25). */
export function BranchSelect() {
  const { isAdmin, isEmployee } = useReader()
  const mayChoose = readsEverything({ is_admin: isAdmin, is_employee: isEmployee })
  return mayChoose ? <Select /> : null
}

function Select() {
  const { t } = useTranslation()
  const { currentBranch, devApiUrl } = useReader()
  const { data: branches = [], isLoadingError } = useQuery(referenceBranches(devApiUrl))
  const search = route.useSearch()
  const navigate = useNavigate()
  if (isLoadingError) return <Text size="sm">{t('reference.branch.failed')}</Text>
  const ordinary = branches.find((branch) => branch.default)
  const chosen = currentBranch ?? ordinary?.sha ?? ''
  const choices = branches.map((branch) => ({
    value: branch.sha,
    label: branch.default ? t('reference.branch.byDefault', { name: branch.name }) : branch.name,
  }))
  const isKnown = branches.some(({ sha }) => sha === chosen)
  const choose = (sha: string) =>
    void navigate({
      to: '.',
      search: changedAddress(search, {
        custom_service_sha: sha === ordinary?.sha ? undefined : sha,
      }),
    })
  return (
    <NativeSelect
      label={t('reference.branch.label')}
      size="sm"
      disabled={branches.length === 0}
      data={
        isKnown || chosen === ''
          ? choices
          : [{ value: chosen, label: t('reference.branch.unknown', { sha: chosen }) }, ...choices]
      }
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
