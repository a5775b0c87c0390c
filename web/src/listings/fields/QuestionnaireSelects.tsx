import type { MultiSelectProps } from '@mantine/core'
import { countries, countryName } from '@trestle/domain/listings/countries.ts'
import type { Questionnaire } from '@trestle/domain/listings/content.ts'
import { securityStandards, ssoProviders, standardLabel } from '@trestle/domain/listings/lists.ts'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { MultiSelect } from '../../ui/MultiSelect.tsx'
import { SearchableSelect, type SearchableSelectProps } from '../../ui/SearchableSelect.tsx'
import { useLatest } from '../../ui/useLatest.ts'
import type { ListingForm } from '../editor/useListingForm.ts'
import { Marked } from './ListingField.tsx'
import { answer, fieldPath, isWaiting } from './questionnaire.ts'

const countryOptions = (language: string) =>
  countries
    .map(({ id, iso_code }) => ({ value: String(id), label: countryName(iso_code, language) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))

/** Sorts the countries only once, because that takes longer than a keystroke may. */
function useCountryOptions() {
  const { i18n } = useTranslation()
  return useMemo(() => countryOptions(i18n.language), [i18n.language])
}

interface ChoiceState extends Pick<ListingForm, 'touch'> {
  path: string
}

/** Returns the props shared by all selects of the questionnaire. */
function useChoice(form: ListingForm, field: keyof Questionnaire) {
  const { t } = useTranslation()
  const path = fieldPath(field)
  return {
    path,
    label: t(`listings.security.fields.${field}`),
    readOnly: form.isReadOnly,
    error: form.errorOf(path),
    touch: form.touch,
  }
}

type OneOfProps = SearchableSelectProps & ChoiceState

const OneOf = memo(function OneOf({ path, touch, ...select }: OneOfProps) {
  return <SearchableSelect {...select} data-path={path} onBlur={() => touch(path)} />
})

type SeveralOfProps = Omit<MultiSelectProps, 'value'> & ChoiceState & { chosen: readonly (string | number)[] }

const SeveralOf = memo(function SeveralOf({ path, touch, chosen, ...select }: SeveralOfProps) {
  return <MultiSelect {...select} data-path={path} value={chosen.map(String)} onBlur={() => touch(path)} />
})

export function HeadquartersCountry({ form }: { form: ListingForm }) {
  const choice = useChoice(form, 'headquarters_country_id')
  const { headquarters_country_id: id } = form.content.security_questionnaire
  const choose = (chosen: string | null) =>
    answer(form, { headquarters_country_id: chosen === null ? null : Number(chosen) })
  return (
    <Marked form={form} path={fieldPath('headquarters_country_id')}>
      <OneOf
        {...choice}
        required
        data={useCountryOptions()}
        value={id === null ? null : String(id)}
        onChange={useLatest(choose)}
      />
    </Marked>
  )
}

interface SeveralProps extends Pick<MultiSelectProps, 'data'> {
  form: ListingForm
  field: 'data_processing_country_ids' | 'security_standard_ids' | 'sso_providers'
  hint?: string
  /** Whether it needs a choice once it no longer waits. */
  required: boolean
  onChange: (chosen: string[]) => void
}

function Several({ form, field, hint, required, onChange, ...select }: SeveralProps) {
  const { t } = useTranslation()
  const choice = useChoice(form, field)
  const waits = isWaiting(form, field)
  return (
    <Marked form={form} path={fieldPath(field)}>
      <SeveralOf
        {...choice}
        {...select}
        description={waits ? t('listings.security.waits') : hint}
        required={required && !waits}
        disabled={waits}
        chosen={form.content.security_questionnaire[field]}
        onChange={useLatest(onChange)}
      />
    </Marked>
  )
}

export function ProcessingCountries({ form }: { form: ListingForm }) {
  return (
    <Several
      form={form}
      field="data_processing_country_ids"
      required
      data={useCountryOptions()}
      onChange={(chosen) => answer(form, { data_processing_country_ids: chosen.map(Number) })}
    />
  )
}

/** Grouped by standard name, each as "standard - variant" (SEC-25, SEC-26). */
const standardGroups = [...new Set(securityStandards.map(({ standard_name }) => standard_name))].map(
  (group) => ({
    group,
    items: securityStandards
      .filter(({ standard_name }) => standard_name === group)
      .map((standard) => ({ value: String(standard.id), label: standardLabel(standard) })),
  }),
)

export function Standards({ form }: { form: ListingForm }) {
  const { t } = useTranslation()
  return (
    <Several
      form={form}
      field="security_standard_ids"
      required={form.content.security_questionnaire.other_security_standards.trim() === ''}
      hint={t('listings.security.standardsHint')}
      data={standardGroups}
      onChange={(chosen) => answer(form, { security_standard_ids: chosen.map(Number) })}
    />
  )
}

const providers = [...ssoProviders]

export function Providers({ form }: { form: ListingForm }) {
  const { t } = useTranslation()
  return (
    <Several
      form={form}
      field="sso_providers"
      required={form.content.security_questionnaire.other_sso_providers.trim() === ''}
      hint={t('listings.security.providersHint')}
      data={providers}
      onChange={(sso_providers) => answer(form, { sso_providers })}
    />
  )
}
