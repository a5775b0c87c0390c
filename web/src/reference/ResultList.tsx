import type { SearchEntry } from '@trestle/domain/reference/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { humanize } from '../ui/humanize.ts'
import { Link } from '../ui/Link.tsx'
import classes from './SearchResults.module.css'

/** Lists search results. */
export function ResultList({ results }: { results: SearchEntry[] }) {
  const { t } = useTranslation()
  return (
    <section className={classes['results']} aria-label={t('reference.search.results')}>
      <output>
        {results.length === 0
          ? t('reference.search.nothing')
          : t('reference.search.found', { count: results.length })}
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
