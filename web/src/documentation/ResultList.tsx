import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/documentation.ts'
import { Link } from '../ui/Link.tsx'
import { resultMark } from './resultKeys.ts'
import type { SearchResult } from './searchOver.ts'
import classes from './SearchResults.module.css'

const toAddress = ({ passage }: SearchResult) =>
  paths.documentation(passage.slug) + (passage.anchor === null ? '' : `#${passage.anchor}`)

/** Lists search results, each with its heading and an excerpt. */
export function ResultList({ words, results }: { words: string; results: SearchResult[] }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes['count']} aria-hidden>
        {t('documentation.search.count', { count: results.length })}
      </p>
      <ol className={classes['results']} aria-label={t('documentation.search.results', { words })}>
        {results.map((found) => (
          <li key={found.id}>
            <Link href={toAddress(found)} {...resultMark}>
              {found.passage.title}
              {found.passage.heading !== null && (
                <>
                  <span aria-hidden> › </span>
                  {found.passage.heading}
                </>
              )}
            </Link>
            <p>
              {found.excerpt.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
