import type { Terms } from '@trestle/domain/documentation/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/documentation.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Article } from './Article.tsx'

export function TermsArticle({ terms: { version, body } }: { terms: Terms }) {
  const { t } = useTranslation()
  return (
    <article>
      <PageHeader
        title={t('documentation.terms.title')}
        description={t('documentation.terms.version', { version })}
      />
      <Article text={body} />
    </article>
  )
}
