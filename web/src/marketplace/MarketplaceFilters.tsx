import { Button, Checkbox } from '@mantine/core'
import { categories } from '@trestle/domain/listings/lists.ts'
import { regions } from '@trestle/domain/listings/places.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../ui/useResizeDebounced.ts'
import classes from './MarketplaceFilters.module.css'

interface MarketplaceFiltersProps {
  categoryIds: number[]
  regionIds: number[]
  onCategories: (ids: number[]) => void
  onRegions: (ids: number[]) => void
  /** Where something is chosen. */
  onClear: (() => void) | undefined
}

const byName = categories.toSorted((a, b) => a.name.localeCompare(b.name))

/** Beside the list on a wide screen, folded above it on a narrow one. */
export function MarketplaceFilters(props: MarketplaceFiltersProps) {
  const { categoryIds, regionIds, onCategories, onRegions, onClear } = props
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const count = categoryIds.length + regionIds.length
  return (
    <details
      className={classes['filters']}
      open={isOpen || !isNarrow}
      onToggle={({ currentTarget }) => isNarrow && setIsOpen(currentTarget.open)}
    >
      <summary hidden={!isNarrow}>
        {t('marketplace.filters')}
        {count > 0 && ` (${count})`}
      </summary>
      <Choices
        label={t('marketplace.categories')}
        choices={byName}
        chosen={categoryIds}
        onChange={onCategories}
      />
      <Choices label={t('marketplace.regions')} choices={regions} chosen={regionIds} onChange={onRegions} />
      {onClear && (
        <Button variant="default" size="xs" onClick={onClear}>
          {t('ui.clearFilters')}
        </Button>
      )}
    </details>
  )
}

interface ChoicesProps {
  label: string
  choices: readonly { id: number; name: string }[]
  chosen: number[]
  onChange: (ids: number[]) => void
}

function Choices({ label, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className={classes['choices']}>
      <legend>{label}</legend>
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={name}
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  )
}
