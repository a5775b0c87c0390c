import type { SearchEntry } from '@trestle/domain/reference/contract.ts'
import { useTranslation } from 'react-i18next'
import type { Found } from '../shared/searchTexts.ts'
import '../texts/reference.ts'
import { humanize } from '../ui/humanize.ts'
import { Link } from '../ui/Link.tsx'
import classes from './SearchResults.module.css'

/** Lists search results. */
export function ResultList({ results, total }: Found<SearchEntry>) {
  const { t } = useTranslation()
  return (
    <section className={classes['results']} aria-label={t('reference.search.results')}>
      <output>
        <Count shown={results.length} total={total} />
      </output>
      <ul>
        {results.map(({ kind, title, detail, href }) => (
          <li key={`${kind} ${href}`}>
            <Link href={href}>
              <strong>{title}</strong>
              <span>
                {t(`reference.search.kinds.${kind}`, { defaultValue: humanize(kind) })} · {detail}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Count({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation()
  if (total === 0) return t('reference.search.nothing')
  if (shown === total) return t('reference.search.found', { count: total })
  return t('reference.search.foundShown', { shown, count: total })
}
