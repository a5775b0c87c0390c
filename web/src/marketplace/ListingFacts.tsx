import { Stack } from '@mantine/core'
import { isEmail, isWebAddress } from '@trestle/domain/text/addresses.ts'
import { availabilityFor, contactChoiceFor } from '@trestle/domain/listings/choices.ts'
import { productTools } from '@trestle/domain/listings/lists.ts'
import type { PublicContent } from '@trestle/domain/marketplace/contract.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import { use, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { Section, SectionHeading } from '../ui/Section.tsx'
import { Availability } from './Availability.tsx'
import classes from './ListingFacts.module.css'
import { SafeLink } from './SafeLink.tsx'

interface ListingFactsProps {
  name: string
  content: PublicContent
}

/** One fact of a card. Without a body, the listing doesn't state it. */
interface Part {
  title?: string
  body: ReactNode
}

/** Shows the facts that help companies decide on an app: who makes it, what it needs, its price and support. */
export function ListingFacts({ name, content }: ListingFactsProps) {
  const { t } = useTranslation()
  const tools = productTools.filter(({ id }) => content.product_tool_ids.includes(id))
  const requirements = content.requirements.filter((text) => !isBlank(text))
  const links = content.helpful_links.filter(({ label, url }) => !isBlank(`${label}${url}`))
  return (
    <Stack component="aside" gap="md" className={classes['facts']} aria-label={name}>
      <Card
        title={t('marketplace.details')}
        parts={[
          { body: hasMakers(content) && <Makers content={content} /> },
          {
            title: t('marketplace.tools'),
            body: tools.length > 0 && (
              <p className={classes['plain']}>{tools.map(({ title }) => title).join(', ')}</p>
            ),
          },
          {
            title: t('marketplace.requirements'),
            body: requirements.length > 0 && <Lines>{requirements}</Lines>,
          },
          {
            title: t('marketplace.availability'),
            body: availabilityFor(content) !== null && <Availability places={content} />,
          },
        ]}
      />
      <Card
        title={t('marketplace.pricingAndSupport')}
        parts={[
          { title: t('marketplace.pricing'), body: hasPricing(content) && <Pricing content={content} /> },
          {
            title: t('marketplace.links'),
            body: links.length > 0 && (
              <Lines>
                {links.map(({ label, url }) => (
                  <SafeLink key={url} label={label} url={url} />
                ))}
              </Lines>
            ),
          },
          { title: t('marketplace.support'), body: hasSupport(content) && <Support content={content} /> },
        ]}
      />
    </Stack>
  )
}

/** Shows the facts in the listing, or nothing if there are none. */
function Card({ title, parts }: { title: string; parts: Part[] }) {
  const shown = parts.filter(({ body }) => Boolean(body))
  if (shown.length === 0) return null
  return (
    <Section title={title}>
      <Stack gap="md">
        {shown.map((part) => (
          <CardPart key={part.title ?? ''} {...part} />
        ))}
      </Stack>
    </Section>
  )
}

function CardPart({ title, body }: Part) {
  const Title = use(SectionHeading) === 'h2' ? 'h3' : 'h5'
  const id = useId()
  if (title === undefined) return body
  return (
    <section aria-labelledby={id} className={classes['part']}>
      <Title id={id}>{title}</Title>
      {body}
    </section>
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
            </div>
            <CopyButton
              value={key}
              name={t('marketplace.key')}
              label={t('marketplace.copyKey')}
              variant="filled"
              size="sm"
            />
          </>
        )}
        {!installable && <p className={classes['plain']}>{t('marketplace.notInstallable')}</p>}
        <Contact content={content} variant={installable && key !== null ? 'default' : 'filled'} />
      </Stack>
    </Section>
  )
}

function Contact({ content, variant }: { content: PublicContent; variant: 'default' | 'filled' }) {
  const { t } = useTranslation()
  const { contact_us_email: email, learn_how_url: url } = content
  const choice = contactChoiceFor(content)
  if (choice === 'create_lead') return <p className={classes['plain']}>{t('marketplace.requestContact')}</p>
  if (choice === 'contact_us' && isEmail(email)) {
    return (
      <LinkButton href={`mailto:${email.trim()}`} variant={variant}>
        {t('marketplace.contactUs')}
      </LinkButton>
    )
  }
  if (choice === 'learn_how' && isWebAddress(url)) {
    return (
      <LinkButton href={url.trim()} target="_blank" variant={variant}>
        {t('marketplace.learnHow')}
      </LinkButton>
    )
  }
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

const hasMakers = ({ built_by, sold_by }: PublicContent) => !isBlank(`${built_by}${sold_by}`)

function Makers({ content: { built_by, sold_by } }: { content: PublicContent }) {
  const { t } = useTranslation()
  return (
    <Facts
      rows={[
        [t('marketplace.builtBy'), built_by],
        [t('marketplace.soldBy'), sold_by],
      ]}
    />
  )
}

function hasPricing({ pricing_description, pricing_url, ...content }: PublicContent): boolean {
  const answers = [content.subscription_required, content.connector_required, content.has_trials]
  return answers.some((answer) => answer !== null) || !isBlank(`${pricing_description}${pricing_url}`)
}

function Pricing({ content }: { content: PublicContent }) {
  const { t } = useTranslation()
  const { subscription_required, connector_required, has_trials, pricing_description, pricing_url } = content
  const needed = (answer: boolean | null) =>
    answer === null ? null : t(answer ? 'marketplace.required' : 'marketplace.notRequired')
  const trial = has_trials === null ? null : t(has_trials ? 'marketplace.offered' : 'marketplace.notOffered')
  return (
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
  )
}

const hasSupport = ({ support_email: email, website_link: { label, url } }: PublicContent) =>
  !isBlank(`${email}${label}${url}`)

function Support({ content: { support_email: email, website_link: website } }: { content: PublicContent }) {
  return (
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
  )
}
