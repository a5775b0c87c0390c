import { categories } from '@trestle/domain/listings/lists.ts'
import type { PublicContent } from '@trestle/domain/marketplace/contract.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { TextLink } from '../ui/Link.tsx'
import { Section, SectionHeading } from '../ui/Section.tsx'
import { Gallery } from './Gallery.tsx'
import { ListingBadges } from './ListingBadges.tsx'
import { Installation, ListingFacts } from './ListingFacts.tsx'
import { ListingLogo } from './ListingLogo.tsx'
import { ListingVideos } from './ListingVideos.tsx'
import classes from './PublicListing.module.css'
import { SecurityAnswers } from './SecurityAnswers.tsx'

/** The data that the platform has about the app in addition to its listing. */
export interface ListingFactsOf {
  made_by_procore: boolean
  procore_certified_partner: boolean
  version: string | null
  slug?: string | null
  /** True in the editor, where the name is not the page title. */
  preview: boolean
}

interface PublicListingProps {
  content: PublicContent
  facts: ListingFactsOf
}

/** Shows a listing on its public page and in the preview. Omits what a draft lacks. */
export function PublicListing({ content, facts }: PublicListingProps) {
  const { t } = useTranslation()
  const name = content.public_name.trim() || t('marketplace.unnamed')
  const bullets = content.feature_bullets.filter((text) => !isBlank(text))
  return (
    <article className={classes['listing']}>
      <ListingHead name={name} content={content} facts={facts} />
      <SectionHeading value={facts.preview ? 'h4' : 'h2'}>
        <div className={classes['columns']}>
          <div className={classes['installation']}>
            <Installation name={name} content={content} version={facts.version} />
          </div>
          <div className={classes['main']}>
            <Gallery name={name} pictures={content.pictures} />
            <TextSection title={t('marketplace.description')} text={content.description} />
            {bullets.length > 0 && (
              <Section title={t('marketplace.bullets', { name })}>
                <ul className={classes['bullets']} dir="auto">
                  {bullets.map((text, index) => (
                    <li key={`${index}-${text}`}>{text}</li>
                  ))}
                </ul>
              </Section>
            )}
            <TextSection title={t('marketplace.howItWorks')} text={content.how_it_works} />
            <ListingVideos videos={content.videos} />
            <TextSection
              title={
                isBlank(content.built_by)
                  ? t('marketplace.aboutMakers')
                  : t('marketplace.about', { name: content.built_by })
              }
              text={content.about}
            />
            {content.security_questionnaire_visible && content.security_questionnaire && (
              <SecurityAnswers answers={content.security_questionnaire} />
            )}
          </div>
          <ListingFacts name={name} content={content} />
        </div>
      </SectionHeading>
    </article>
  )
}

function ListingHead({ name, content, facts }: PublicListingProps & { name: string }) {
  const { t } = useTranslation()
  const Title = facts.preview ? 'h3' : 'h1'
  const chosen = categories.filter(({ id }) => content.category_ids.includes(id))
  const document = content.security_badge ? content.security_questionnaire_document : null
  return (
    <header className={classes['head']}>
      <ListingLogo name={name} logo={content.small_logo} large />
      <div className={classes['titles']}>
        <Title className={classes['name']}>{name}</Title>
        {!isBlank(content.tagline) && <p className={classes['tagline']}>{content.tagline}</p>}
        <div className={classes['badges']}>
          <ListingBadges {...content} {...facts} />
          {document && (
            <TextLink href={document.url} target="_blank" className={classes['document']}>
              {t('marketplace.badges.securityDocument')}
            </TextLink>
          )}
        </div>
        {chosen.length > 0 && (
          <p className={classes['categories']}>{chosen.map((category) => category.name).join(' · ')}</p>
        )}
      </div>
    </header>
  )
}

function TextSection({ title, text }: { title: string; text: string }) {
  if (isBlank(text)) return null
  return (
    <Section title={title}>
      <p className={classes['text']}>{text}</p>
    </Section>
  )
}
