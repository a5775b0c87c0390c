import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import { Marked, TextField } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'

/** Edits website label, support email and website address (LIST-60 to LIST-62). */
export function SupportFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  const { website_link: website, support_email } = form.content
  return (
    <Section title={t('listings.tabs.support')} hidesTitle>
      <Marked form={form} path="website_link.label">
        <TextField
          path="website_link.label"
          form={form}
          label={t('listings.support.website_label')}
          hint={t('listings.support.website_labelHint')}
          value={website.label}
          onChange={(label) => form.set({ website_link: { ...website, label } }, 'website_link.label')}
          required
          max={listingLimits.label}
        />
      </Marked>
      <Marked form={form} path="support_email">
        <TextField
          path="support_email"
          form={form}
          label={t('listings.support.support_email')}
          value={support_email}
          onChange={(email) => form.set({ support_email: email })}
          required
          type="email"
          max={listingLimits.email}
        />
      </Marked>
      <Marked form={form} path="website_link.url">
        <TextField
          path="website_link.url"
          form={form}
          label={t('listings.support.website_url')}
          value={website.url}
          onChange={(url) => form.set({ website_link: { ...website, url } }, 'website_link.url')}
          required
          type="url"
        />
      </Marked>
    </Section>
  )
}
