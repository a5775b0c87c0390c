import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../ui/PageHeader.tsx'
import classes from './HomePage.module.css'

const sections = [
  'scope',
  'account',
  'credentials',
  'data',
  'fairUse',
  'review',
  'ending',
  'liability',
  'changes',
] as const

export function TermsPage() {
  const { t } = useTranslation()
  return (
    <article className={classes['terms']}>
      <PageHeader
        title={t('shell.termsPage.title')}
        description={t('shell.termsPage.version', { version: termsVersion })}
      />
      {sections.map((section) => (
        <section key={section} aria-labelledby={`terms-${section}`}>
          <h2 id={`terms-${section}`}>{t(`shell.termsPage.sections.${section}.title`)}</h2>
          <p>{t(`shell.termsPage.sections.${section}.body`)}</p>
        </section>
      ))}
    </article>
  )
}
