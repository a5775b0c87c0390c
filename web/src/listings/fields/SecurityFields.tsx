import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Questionnaire } from '@trestle/domain/listings/content.ts'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { Section } from '../../ui/Section.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { AnswerField, Marked, TextField } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'
import { answer, fieldPath, isWaiting } from './questionnaire.ts'
import { HeadquartersCountry, ProcessingCountries, Providers, Standards } from './QuestionnaireSelects.tsx'
import type { SecuritySheetProps } from './SecuritySheet.tsx'
import type { ListingForm } from '../editor/useListingForm.ts'

const SecuritySheet = lazyOverlay<SecuritySheetProps>(() =>
  import('./SecuritySheet.tsx').then((m) => m.SecuritySheet),
)

type Question = {
  [Name in keyof Questionnaire]: Questionnaire[Name] extends boolean | null ? Name : never
}[keyof Questionnaire]
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
