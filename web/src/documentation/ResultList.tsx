import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import type { Found } from '../shared/searchTexts.ts'
import '../texts/documentation.ts'
import { Link } from '../ui/Link.tsx'
import { resultMark } from './resultKeys.ts'
import type { SearchResult } from './searchOver.ts'
import classes from './SearchResults.module.css'

const toAddress = ({ passage }: SearchResult) =>
  paths.documentation(passage.slug) + (passage.anchor === null ? '' : `#${passage.anchor}`)

/** Says how many matches there are, and how many of them are listed if not all are. */
export function ResultCount({ results, total }: Found<SearchResult>) {
  const { t } = useTranslation()
  if (results.length === total) return t('documentation.search.count', { count: total })
  return t('documentation.search.countShown', { shown: results.length, count: total })
}

/** Lists search results, each with its heading and an excerpt. */
export function ResultList({ words, found }: { words: string; found: Found<SearchResult> }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes['count']} aria-hidden>
        <ResultCount {...found} />
      </p>
      <ol className={classes['results']} aria-label={t('documentation.search.results', { words })}>
        {found.results.map((result) => (
          <li key={result.id}>
            <Link href={toAddress(result)} {...resultMark}>
              {result.passage.title}
              {result.passage.heading !== null && (
                <>
                  <span aria-hidden> › </span>
                  {result.passage.heading}
                </>
              )}
            </Link>
            <p>
              {result.excerpt.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
