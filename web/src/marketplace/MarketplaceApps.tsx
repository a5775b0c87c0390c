import type { MarketplaceRow } from '@trestle/domain/marketplace/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/marketplace.ts'
import { Link } from '../ui/Link.tsx'
import { ListingBadges } from './ListingBadges.tsx'
import { ListingLogo } from './ListingLogo.tsx'
import classes from './MarketplacePage.module.css'

/** Shows the listings of one page of the marketplace. */
export function MarketplaceApps({ rows }: { rows: readonly MarketplaceRow[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes['apps']}>
      {rows.map((app) => (
        <li key={app.slug} className={classes['app']}>
          <ListingLogo name={app.public_name} logo={app.small_logo} />
          <div className={classes['texts']}>
            <h2>
              <Link href={paths.marketplaceApp(app.slug)}>{app.public_name}</Link>
            </h2>
            <p>{app.tagline}</p>
            <p className={classes['maker']}>{t('marketplace.by', { name: app.built_by })}</p>
            <div className={classes['badges']}>
              <ListingBadges {...app} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows how many apps match, which the page's live region announces, next to the button that clears the filters. */
export function Found({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={classes['found']}>
      <span aria-hidden>{text}</span>
      {children && (
        <>
          <span aria-hidden>·</span>
          {children}
        </>
      )}
    </div>
  )
}
