import { Button, MultiSelect, Select, Stack, type MultiSelectProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Questionnaire } from '@trestle/domain/listings/content.ts'
import { dependents } from '@trestle/domain/listings/emptyContent.ts'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { securityStandards, ssoProviders, standardLabel } from '@trestle/domain/listings/lists.ts'
import { countries, countryName } from '@trestle/domain/listings/countries.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { AnswerField, Marked, TextField } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'
import { SecuritySheet } from './SecuritySheet.tsx'
import type { ListingForm } from '../editor/useListingForm.ts'

type Question = {
  [Name in keyof Questionnaire]: Questionnaire[Name] extends boolean | null ? Name : never
}[keyof Questionnaire]
type Dependent = (typeof dependents)[keyof typeof dependents][number]

/** Shows the security and trust questionnaire and the switch that enables it (SEC-01 to SEC-36). */
export function SecurityFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  const [isExplained, { open, close }] = useDisclosure(false)
  const { security_questionnaire_visible: isVisible } = form.content
  return (
    <>
      <Section
        title={t('listings.security.title')}
        aside={
          <Button variant="default" onClick={open}>
            {t('listings.security.review')}
          </Button>
        }
      >
        <Marked form={form} path="security_questionnaire_visible">
          <Toggle
            label={t('listings.security.visible')}
            checked={isVisible}
            disabled={form.isReadOnly}
            onChange={(visible) => form.set({ security_questionnaire_visible: visible })}
          />
        </Marked>
        {/* Hidden answers have no fields to mark. */}
        {!isVisible && <Marked form={form} path="security_questionnaire" />}
      </Section>
      {isVisible && <QuestionnaireFields form={form} />}
      <SecuritySheet opened={isExplained} onClose={close} />
    </>
  )
}

/** In the order of the screen: sign-in and files first (SEC-12, SEC-16). */
function QuestionnaireFields({ form }: { form: ListingForm }) {
  const { t } = useTranslation()
  const ask = (question: Question) => <Ask key={question} form={form} question={question} />
  return (
    <Stack gap="md">
      <Section title={t('listings.security.blocks.access')}>
        {ask('has_mfa_support')}
        {ask('has_fas_support')}
      </Section>
      <Section title={t('listings.security.blocks.company')}>
        <TextAnswer form={form} field="company_legal_name" max={listingLimits.line} />
        <TextAnswer form={form} field="company_headquarters" max={listingLimits.line} />
        <HeadquartersCountry form={form} />
        <TextAnswer form={form} field="data_processing_locations" max={listingLimits.details} multiline />
        <ProcessingCountries form={form} />
      </Section>
      <Section title={t('listings.security.blocks.data')}>
        {ask('has_subprocessors')}
        <TextAnswer form={form} field="subprocessors_details" max={listingLimits.details} multiline />
        {ask('has_sensitive_data')}
        <TextAnswer
          form={form}
          field="sensitive_data_handling_details"
          max={listingLimits.details}
          multiline
        />
      </Section>
      <Section title={t('listings.security.blocks.assurance')}>
        {ask('has_security_contact')}
        <TextAnswer form={form} field="security_email" max={listingLimits.email} type="email" />
        {ask('has_security_audits')}
        {ask('has_security_standards')}
        <Standards form={form} />
        <TextAnswer form={form} field="other_security_standards" max={listingLimits.line} />
        {ask('has_penetration_testing')}
        {ask('can_notify_procore')}
        {ask('has_disclosure_program')}
        <TextAnswer form={form} field="disclosure_program_url" max={listingLimits.url} type="url" />
        {ask('has_bug_bounty_program')}
      </Section>
      <Section title={t('listings.security.blocks.controls')}>
        {ask('has_data_encryption_at_rest')}
        {ask('has_data_encryption_in_transit')}
        {ask('has_sso_support')}
        <Providers form={form} />
        <TextAnswer form={form} field="other_sso_providers" max={listingLimits.line} />
        {ask('has_saml_support')}
      </Section>
    </Stack>
  )
}

const fieldPath = (field: keyof Questionnaire): `security_questionnaire.${string}` =>
  `security_questionnaire.${field}`

/** Maps each dependent field to its question. */
const questionByField = Object.fromEntries(
  Object.entries(dependents).flatMap(([question, fields]) => fields.map((field) => [field, question])),
) as Record<Dependent, keyof typeof dependents>

/** Returns whether a dependent field waits for a "yes" (SEC-20 to SEC-31). */
function isWaiting(form: ListingForm, field: keyof Questionnaire): boolean {
  const question = field in questionByField ? questionByField[field as Dependent] : null
  return question !== null && form.content.security_questionnaire[question] !== true
}

function answer(form: ListingForm, change: Partial<Questionnaire>): void {
  const paths = Object.keys(change).map((field) => fieldPath(field as keyof Questionnaire))
  form.set({ security_questionnaire: { ...form.content.security_questionnaire, ...change } }, ...paths)
}

function Ask({ form, question }: { form: ListingForm; question: Question }) {
  const { t } = useTranslation()
  return (
    <Marked form={form} path={fieldPath(question)}>
      <div data-question={question}>
        <AnswerField
          path={fieldPath(question)}
          form={form}
          label={t(`listings.security.fields.${question}`)}
          value={form.content.security_questionnaire[question]}
          onChange={(provided) => answer(form, { [question]: provided })}
        />
      </div>
    </Marked>
  )
}

type WordField = {
  [Name in keyof Questionnaire]: Questionnaire[Name] extends string ? Name : never
}[keyof Questionnaire]

const optional: readonly WordField[] = ['other_security_standards', 'other_sso_providers']

interface TextAnswerProps {
  form: ListingForm
  field: WordField
  max: number
  multiline?: boolean
  type?: 'email' | 'url'
}

function TextAnswer({ form, field, ...rest }: TextAnswerProps) {
  const { t } = useTranslation()
  const waits = isWaiting(form, field)
  return (
    <Marked form={form} path={fieldPath(field)}>
      <TextField
        path={fieldPath(field)}
        form={form}
        label={t(`listings.security.fields.${field}`)}
        value={form.content.security_questionnaire[field]}
        onChange={(text) => answer(form, { [field]: text })}
        required={!optional.includes(field) && !waits}
        disabled={waits}
        {...(waits && { hint: t('listings.security.waits') })}
        {...rest}
      />
    </Marked>
  )
}

const countryOptions = (language: string) =>
  countries
    .map(({ id, iso_code }) => ({ value: String(id), label: countryName(iso_code, language) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))

/** Returns the props shared by all selects of the questionnaire. */
function useChoice(form: ListingForm, field: keyof Questionnaire) {
  const { t } = useTranslation()
  const path = fieldPath(field)
  return {
    label: t(`listings.security.fields.${field}`),
    'data-path': path,
    searchable: true,
    readOnly: form.isReadOnly,
    error: form.errorOf(path),
    onBlur: () => form.touch(path),
  }
}

function HeadquartersCountry({ form }: { form: ListingForm }) {
  const { i18n } = useTranslation()
  const choice = useChoice(form, 'headquarters_country_id')
  const { headquarters_country_id: id } = form.content.security_questionnaire
  return (
    <Marked form={form} path={fieldPath('headquarters_country_id')}>
      <Select
        {...choice}
        required
        data={countryOptions(i18n.language)}
        value={id === null ? null : String(id)}
        onChange={(chosen) =>
          answer(form, { headquarters_country_id: chosen === null ? null : Number(chosen) })
        }
      />
    </Marked>
  )
}

interface SeveralProps extends Pick<MultiSelectProps, 'required' | 'hidePickedOptions' | 'data'> {
  form: ListingForm
  field: 'data_processing_country_ids' | 'security_standard_ids' | 'sso_providers'
  hint?: string
  onChange: (chosen: string[]) => void
}

function Several({ form, field, hint, ...select }: SeveralProps) {
  const { t } = useTranslation()
  const choice = useChoice(form, field)
  const waits = isWaiting(form, field)
  return (
    <Marked form={form} path={fieldPath(field)}>
      <MultiSelect
        {...choice}
        {...select}
        description={waits ? t('listings.security.waits') : hint}
        disabled={waits}
        value={form.content.security_questionnaire[field].map(String)}
      />
    </Marked>
  )
}

function ProcessingCountries({ form }: { form: ListingForm }) {
  const { i18n } = useTranslation()
  return (
    <Several
      form={form}
      field="data_processing_country_ids"
      required
      data={countryOptions(i18n.language)}
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

function Standards({ form }: { form: ListingForm }) {
  const { t } = useTranslation()
  return (
    <Several
      form={form}
      field="security_standard_ids"
      hint={t('listings.security.standardsHint')}
      hidePickedOptions
      data={standardGroups}
      onChange={(chosen) => answer(form, { security_standard_ids: chosen.map(Number) })}
    />
  )
}

function Providers({ form }: { form: ListingForm }) {
  const { t } = useTranslation()
  return (
    <Several
      form={form}
      field="sso_providers"
      hint={t('listings.security.providersHint')}
      hidePickedOptions
      data={[...ssoProviders]}
      onChange={(sso_providers) => answer(form, { sso_providers })}
    />
  )
}
