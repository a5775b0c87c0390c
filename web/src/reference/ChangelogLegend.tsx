import { changeTypes } from '@trestle/domain/reference/changeTypes.ts'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { TextLink } from '../ui/Link.tsx'
import { paths } from '../paths.ts'
import { BreakingBadge, ChangeBadge } from './ChangeBadge.tsx'
import classes from './ChangelogPage.module.css'

/** Explains the change types, and how to get notified of changes (CHG-07). */
export function ChangelogLegend() {
  const { t } = useTranslation()
  return (
    <aside className={classes['legend']} aria-labelledby="changelog-legend">
      <h2 id="changelog-legend">{t('reference.changelog.legend')}</h2>
      <dl>
        {changeTypes.map((type) => (
          <div key={type}>
            <dt>
              <ChangeBadge type={type} />
            </dt>
            <dd>{t(`reference.changelog.meaning.${type}`)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <BreakingBadge />
          </dt>
          <dd>{t('reference.changelog.meaning.breaking')}</dd>
        </div>
      </dl>
      <p>
        {t('reference.changelog.feeds')}{' '}
        <TextLink href={paths.changelogFeed('atom')} target="_blank">
          {t('reference.changelog.atom')}
        </TextLink>
        {' · '}
        <TextLink href={paths.changelogFeed('json')} target="_blank">
          {t('reference.changelog.json')}
        </TextLink>
      </p>
    </aside>
  )
}
