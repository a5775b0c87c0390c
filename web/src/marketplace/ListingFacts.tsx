import { Stack } from '@mantine/core'
import { isEmail, isWebAddress } from '@trestle/domain/text/addresses.ts'
import { contactChoiceFor } from '@trestle/domain/listings/choices.ts'
import { productTools } from '@trestle/domain/listings/lists.ts'
import type { PublicContent } from '@trestle/domain/marketplace/contract.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { Availability } from './Availability.tsx'
import classes from './ListingFacts.module.css'
import { SafeLink } from './SafeLink.tsx'

interface ListingFactsProps {
  name: string
  content: PublicContent
}

/** Shows what helps to decide on an app: price, availability and support. */
export function ListingFacts({ name, content }: ListingFactsProps) {
  const { t } = useTranslation()
  const tools = productTools.filter(({ id }) => content.product_tool_ids.includes(id))
  const requirements = content.requirements.filter((text) => !isBlank(text))
  const links = content.helpful_links.filter(({ label, url }) => !isBlank(`${label}${url}`))
  return (
    <Stack component="aside" gap="md" className={classes['facts']} aria-label={name}>
      <Makers content={content} />
      {tools.length > 0 && (
        <Section title={t('marketplace.tools')}>
          <p className={classes['plain']}>{tools.map(({ title }) => title).join(', ')}</p>
        </Section>
      )}
      {requirements.length > 0 && (
        <Section title={t('marketplace.requirements')}>
          <Lines>{requirements}</Lines>
        </Section>
      )}
      <Pricing content={content} />
      <Availability regionIds={content.region_ids} countryIds={content.country_ids} />
      {links.length > 0 && (
        <Section title={t('marketplace.links')}>
          <Lines>
            {links.map(({ label, url }) => (
              <SafeLink key={url} label={label} url={url} />
            ))}
          </Lines>
        </Section>
      )}
      <Support content={content} />
    </Stack>
  )
}

function Lines({ children }: { children: readonly ReactNode[] }) {
  return (
    <ul className={classes['lines']}>
      {children.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

/** Shows the installation key where there is one, and otherwise how to contact the developer. */
export function Installation({ name, content, version }: ListingFactsProps & { version: string | null }) {
  const { t } = useTranslation()
  const { installable, app_version_id: key } = content
  return (
    <Section title={t('marketplace.get', { name })}>
      <Stack gap="sm">
        {version !== null && <p className={classes['muted']}>{t('marketplace.version', { version })}</p>}
        {installable && key !== null && (
          <>
            <p className={classes['plain']}>{t('marketplace.installSteps')}</p>
            <div className={classes['key']}>
              <span className={classes['muted']}>{t('marketplace.key')}</span>
              <code>{key}</code>
              <CopyButton value={key} name={t('marketplace.key')} />
            </div>
          </>
        )}
        {!installable && <p className={classes['plain']}>{t('marketplace.notInstallable')}</p>}
        <Contact content={content} />
      </Stack>
    </Section>
  )
}

function Contact({ content }: { content: PublicContent }) {
  const { t } = useTranslation()
  const { contact_us_email: email, learn_how_url: url } = content
  const choice = contactChoiceFor(content)
  if (choice === 'create_lead') return <p className={classes['plain']}>{t('marketplace.requestContact')}</p>
  if (choice === 'contact_us' && isEmail(email))
    return (
      <LinkButton href={`mailto:${email.trim()}`} variant="default">
        {t('marketplace.contactUs')}
      </LinkButton>
    )
  if (choice === 'learn_how' && isWebAddress(url))
    return (
      <LinkButton href={url.trim()} target="_blank" variant="default">
        {t('marketplace.learnHow')}
      </LinkButton>
    )
  return null
}

function Facts({ rows }: { rows: [label: string, value: string | null][] }) {
  const known = rows.filter(([, value]) => value !== null && !isBlank(value))
  if (known.length === 0) return null
  return (
    <dl className={classes['rows']}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Makers({ content: { built_by, sold_by } }: { content: PublicContent }) {
  const { t } = useTranslation()
  if (isBlank(`${built_by}${sold_by}`)) return null
  return (
    <div className={classes['makers']}>
      <Facts
        rows={[
          [t('marketplace.builtBy'), built_by],
          [t('marketplace.soldBy'), sold_by],
        ]}
      />
    </div>
  )
}

function Pricing({ content }: { content: PublicContent }) {
  const { t } = useTranslation()
  const { subscription_required, connector_required, has_trials, pricing_description, pricing_url } = content
  const needed = (answer: boolean | null) =>
    answer === null ? null : t(answer ? 'marketplace.required' : 'marketplace.notRequired')
  const answers = [subscription_required, connector_required, has_trials]
  const texts = `${pricing_description}${pricing_url}`
  if (answers.every((answer) => answer === null) && isBlank(texts)) return null
  const trial = has_trials === null ? null : t(has_trials ? 'marketplace.offered' : 'marketplace.notOffered')
  return (
    <Section title={t('marketplace.pricing')}>
      <Stack gap="sm">
        {!isBlank(pricing_description) && <p className={classes['plain']}>{pricing_description}</p>}
        <Facts
          rows={[
            [t('marketplace.subscription'), needed(subscription_required)],
            [t('marketplace.connector'), needed(connector_required)],
            [t('marketplace.trial'), trial],
          ]}
        />
        {!isBlank(pricing_url) && <SafeLink url={pricing_url} label={t('marketplace.pricingLink')} />}
      </Stack>
    </Section>
  )
}

function Support({ content: { support_email: email, website_link: website } }: { content: PublicContent }) {
  const { t } = useTranslation()
  if (isBlank(`${email}${website.label}${website.url}`)) return null
  return (
    <Section title={t('marketplace.support')}>
      <Lines>
        {[
          ...(isBlank(email)
            ? []
            : [
                isEmail(email) ? (
                  <TextLink key="email" href={`mailto:${email.trim()}`}>
                    {email}
                  </TextLink>
                ) : (
                  email
                ),
              ]),
          ...(isBlank(website.url) && isBlank(website.label)
            ? []
            : [<SafeLink key="website" url={website.url} label={website.label} />]),
        ]}
      </Lines>
    </Section>
  )
}
