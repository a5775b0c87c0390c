import { Radio } from '@mantine/core'
import { contactChoices, type ContactChoice } from '@trestle/domain/listings/choices.ts'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../http/session.ts'
import '../../texts/listings.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './Fields.module.css'
import { Marked, TextField } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'

const fields = ['contact_us_email', 'learn_how_url', 'create_lead'] as const

/** Edits the one contact method; "create lead" is only for employees (LIST-69 to LIST-77). */
export function ContactFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  const { is_employee: isEmployee } = useSession()
  const { content, choices } = form
  if (content.create_lead && !isEmployee) {
    return (
      <Section title={t('listings.tabs.contact')} hidesTitle>
        <Marked form={form} path={fields}>
          <Banner tone="info">{t('listings.contact.byPlatform')}</Banner>
        </Marked>
      </Section>
    )
  }
  const offered = contactChoices.filter((choice) => choice !== 'create_lead' || isEmployee)
  return (
    <Section title={t('listings.tabs.contact')} hidesTitle>
      <Marked form={form} path={fields}>
        <Radio.Group
          label={t('listings.contact.label')}
          required
          value={choices.contact ?? ''}
          error={form.errorOf('contact')}
          onChange={(choice) => form.chooseContact(offered.find((each) => each === choice) ?? 'contact_us')}
        >
          <div className={classes['choices']}>
            {offered.map((choice, index) => (
              <div key={choice}>
                <Radio
                  value={choice}
                  label={t(`listings.contact.${choice}`)}
                  disabled={form.isReadOnly}
                  {...(index === 0 && { 'data-path': 'contact' })}
                />
                {choices.contact === choice && (
                  <div className={classes['chosen']}>
                    <Chosen form={form} choice={choice} />
                  </div>
                )}
              </div>
            ))}
          </div>
        </Radio.Group>
      </Marked>
    </Section>
  )
}

function Chosen({ form, choice }: Pick<ListingPartProps, 'form'> & { choice: ContactChoice }) {
  const { t } = useTranslation()
  switch (choice) {
    case 'contact_us':
      return (
        <TextField
          path="contact_us_email"
          form={form}
          label={t('listings.contact.contact_us_email')}
          hint={t('listings.contact.contact_usHint')}
          value={form.content.contact_us_email}
          onChange={(contact_us_email) => form.set({ contact_us_email })}
          required
          type="email"
          max={listingLimits.email}
        />
      )
    case 'learn_how':
      return (
        <TextField
          path="learn_how_url"
          form={form}
          label={t('listings.contact.learn_how_url')}
          hint={t('listings.contact.learn_howHint')}
          value={form.content.learn_how_url}
          onChange={(learn_how_url) => form.set({ learn_how_url })}
          required
          type="url"
        />
      )
    case 'create_lead':
      return (
        <ul className={classes['notes']}>
          <li>{t('listings.contact.create_leadFirst')}</li>
          <li>{t('listings.contact.create_leadSecond')}</li>
        </ul>
      )
    default:
      return choice satisfies never
  }
}
