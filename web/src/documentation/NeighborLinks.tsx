import type { DocumentationEntry } from '@trestle/domain/documentation/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/documentation.ts'
import { Link } from '../ui/Link.tsx'
import classes from './NeighborLinks.module.css'

interface NeighborLinksProps {
  entries: DocumentationEntry[]
  slug: string
}

/** Links to the previous and next page in reading order. */
export function NeighborLinks({ entries, slug }: NeighborLinksProps) {
  const { t } = useTranslation()
  const index = entries.findIndex((entry) => entry.slug === slug)
  if (index === -1) return null
  const sides = [
    { key: 'previous', entry: entries[index - 1] },
    { key: 'next', entry: entries[index + 1] },
  ] as const
  return (
    <nav className={classes['neighbors']} aria-label={t('documentation.neighbors')}>
      {sides.map(({ key, entry }) =>
        entry ? (
          <Link key={key} href={paths.documentation(entry.slug)} data-side={key}>
            <span>{t(`documentation.${key}`)}</span> {entry.title}
          </Link>
        ) : null,
      )}
    </nav>
  )
}
