import type { MarketplaceNews as News } from '@trestle/domain/marketplace/contract.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/marketplace.ts'
import { Badge } from '../ui/Badge.tsx'
import { mediumUtcDate } from '../ui/dates.ts'
import { Link } from '../ui/Link.tsx'
import { ListingLogo } from './ListingLogo.tsx'
import classes from './MarketplacePage.module.css'
import { humanize } from '../ui/humanize.ts'

/** Shows recent publications that were announced (LSTATE-25). */
export function MarketplaceNews({ news }: { news: readonly News[] }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes['news']}>
      <h2 id={id}>{t('marketplace.news')}</h2>
      <ul>
        {news.map((app) => (
          <li key={app.slug} className={classes['app']}>
            <ListingLogo name={app.public_name} logo={app.small_logo} />
            <div className={classes['texts']}>
              <h3>
                <Link href={paths.marketplaceApp(app.slug)}>{app.public_name}</Link>
              </h3>
              <p className={classes['maker']}>
                <Badge tone={app.kind === 'new' ? 'accent' : 'neutral'}>
                  {t(`marketplace.newsKinds.${app.kind}`, { defaultValue: humanize(app.kind) })}
                </Badge>{' '}
                {mediumUtcDate(app.at)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
