import { Button, Checkbox } from '@mantine/core'
import { changeTypes, type ChangeType } from '@trestle/domain/reference/changeTypes.ts'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import classes from './ChangelogPage.module.css'

interface ChangelogFilterBarProps {
  search: string
  types: readonly ChangeType[]
  breaking: boolean
  onSearch: (search: string) => void
  onTypes: (types: ChangeType[]) => void
  onBreaking: (breaking: boolean) => void
  /** Set only while a filter is active. */
  onClear?: (() => void) | undefined
}

export function ChangelogFilterBar(props: ChangelogFilterBarProps) {
  const { t } = useTranslation()
  const { search, types, breaking, onSearch, onTypes, onBreaking, onClear } = props
  return (
    <aside className={classes['filters']} aria-label={t('reference.changelog.filters')}>
      <SearchBox
        value={search}
        onSearch={onSearch}
        label={t('reference.changelog.search')}
        placeholder={t('reference.changelog.search')}
        width="100%"
      />
      <Checkbox.Group
        label={t('reference.changelog.types')}
        value={[...types]}
        onChange={(next) => onTypes(changeTypes.filter((type) => next.includes(type)))}
      >
        <div className={classes['types']}>
          {changeTypes.map((type) => (
            <Checkbox key={type} value={type} label={t(`reference.changelog.type.${type}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        checked={breaking}
        label={t('reference.changelog.breakingOnly')}
        onChange={(event) => onBreaking(event.currentTarget.checked)}
      />
      {onClear && (
        <Button variant="default" size="sm" onClick={onClear}>
          {t('reference.changelog.clear')}
        </Button>
      )}
    </aside>
  )
}
