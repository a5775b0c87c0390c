import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import { AvailabilityFields } from './AvailabilityFields.tsx'
import { AnswerField, Marked, TextField } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'

const questions = ['subscription_required', 'connector_required', 'has_trials'] as const

/** Edits Pricing & Availability (LIST-37 to LIST-53). */
export function PricingFields(props: ListingPartProps) {
  const { form } = props
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('listings.pricing.title')}>
        {questions.map((question) => (
          <Marked key={question} form={form} path={question}>
            <AnswerField
              path={question}
              form={form}
              label={t(`listings.pricing.${question}`)}
              value={form.content[question]}
              onChange={(answer) => form.set({ [question]: answer })}
            />
          </Marked>
        ))}
        <Marked form={form} path="pricing_url">
          <TextField
            path="pricing_url"
            form={form}
            label={t('listings.pricing.pricing_url')}
            value={form.content.pricing_url}
            onChange={(pricing_url) => form.set({ pricing_url })}
            type="url"
          />
        </Marked>
        <Marked form={form} path="pricing_description">
          <TextField
            path="pricing_description"
            form={form}
            label={t('listings.pricing.pricing_description')}
            hint={t('listings.pricing.pricing_descriptionHint')}
            value={form.content.pricing_description}
            onChange={(pricing_description) => form.set({ pricing_description })}
            required
            multiline
            max={listingLimits.pricing_description}
          />
        </Marked>
      </Section>
      <AvailabilityFields {...props} />
    </>
  )
}
