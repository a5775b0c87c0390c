import { useQuery } from '@tanstack/react-query'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { LazyMultiSelect } from '../../ui/LazyMultiSelect.tsx'
import { Section } from '../../ui/Section.tsx'
import { Marked, TextField } from './ListingField.tsx'
import { categoryList } from '../queries.ts'
import type { ListingForm } from '../editor/useListingForm.ts'
import { ReleaseFields } from './ReleaseFields.tsx'
import type { ListingPartProps } from './parts.ts'

const texts = [
  { field: 'public_name', hint: true },
  { field: 'tagline', hint: true },
  { field: 'built_by', hint: false },
  { field: 'sold_by', hint: false },
  { field: 'description', hint: true },
  { field: 'about', hint: false },
  { field: 'how_it_works', hint: true },
] as const

const multiline: readonly string[] = ['description', 'about', 'how_it_works']

/** Edits App Information: the general fields and the listing's version (LIST-24 to LIST-36). */
export function AppFields(props: ListingPartProps) {
  const { form } = props
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('listings.general.title')}>
        {texts.map(({ field, hint }) => (
          <Marked key={field} form={form} path={field}>
            <TextField
              path={field}
              form={form}
              label={t(`listings.general.${field}`)}
              {...(hint && { hint: t(`listings.general.${field}Hint`) })}
              value={form.content[field]}
              onChange={(value) => form.set({ [field]: value })}
              required
              multiline={multiline.includes(field)}
              max={listingLimits[field]}
              {...(field === 'tagline' && { recommended: listingLimits.taglineRecommended })}
            />
          </Marked>
        ))}
        <Marked form={form} path="category_ids">
          <CategoryPicker
            chosen={form.content.category_ids}
            error={form.errorOf('category_ids')}
            isReadOnly={form.isReadOnly}
            touch={form.touch}
            set={form.set}
          />
        </Marked>
      </Section>
      <ReleaseFields {...props} />
    </>
  )
}

type CategoryPickerProps = Pick<ListingForm, 'isReadOnly' | 'touch' | 'set'> & {
  chosen: number[]
  error: string | null
}

/** Selects categories from the category list (LIST-30). */
const CategoryPicker = memo(function CategoryPicker(props: CategoryPickerProps) {
  const { chosen, error, isReadOnly, touch, set } = props
  const { t } = useTranslation()
  const { data = [], isLoadingError, refetch } = useQuery(categoryList())
  return (
    <LazyMultiSelect
      label={t('listings.general.category_ids')}
      description={t('listings.general.categoriesHint')}
      data-path="category_ids"
      required
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={data.length > 0 ? chosen.map(String) : []}
      readOnly={isReadOnly}
      error={isLoadingError ? t('listings.general.categoriesFailed') : error}
      onDropdownOpen={() => {
        if (isLoadingError) void refetch()
      }}
      onBlur={() => touch('category_ids')}
      onChange={(next) => set({ category_ids: next.map(Number) })}
    />
  )
})
