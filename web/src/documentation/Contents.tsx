import { toPassages } from '@trestle/domain/documentation/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/documentation.ts'
import classes from './Contents.module.css'

/** Lists a text's headings beside it. */
export function Contents({ text }: { text: string }) {
  const { t } = useTranslation()
  const headings = toPassages(text).filter(({ heading }) => heading !== null)
  if (headings.length < 2) return null
  return (
    <nav className={classes['contents']} aria-label={t('documentation.contents')}>
      <p>{t('documentation.contents')}</p>
      <ul>
        {headings.map(({ anchor, heading, level }) => (
          <li key={anchor} data-level={level}>
            <a href={`#${anchor}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
