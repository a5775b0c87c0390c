import { IconFlask, IconLock } from '@tabler/icons-react'
import { plainText } from '@trestle/domain/documentation/rules.ts'
import type { ResourceGroup } from '@trestle/domain/reference/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { humanize } from '../ui/humanize.ts'
import { TextLink } from '../ui/Link.tsx'
import classes from './ReferencePage.module.css'

/** Shows every resource group by product category (REF-06). */
export function GroupCards({ groups }: { groups: ResourceGroup[] }) {
  const { t } = useTranslation()
  if (groups.length === 0) {
    return <EmptyState title={t('reference.none')} detail={t('reference.noneDetail')} />
  }
  return [...Map.groupBy(groups, ({ product_category: category }) => category)].map(([category, members]) => (
    <section key={category} className={classes['category']} aria-label={category}>
      <h2>{category}</h2>
      <ul>
        {members.map((group) => (
          <GroupCard key={group.slug} group={group} />
        ))}
      </ul>
    </section>
  ))
}

/** The first paragraph without markup: parsing Markdown would be a fifth of the page's scripts. */
const toSummary = (description: string) => plainText(description.split('\n\n')[0] ?? '')

function GroupCard({ group }: { group: ResourceGroup }) {
  const { t } = useTranslation()
  const { slug, name, description, endpoints, visibility, support_level: level } = group
  return (
    <li className={classes['card']}>
      <div className={classes['head']}>
        <TextLink href={paths.referenceGroup(slug)}>{name}</TextLink>
        {visibility !== 'public' && (
          <Badge icon={<IconLock size="0.8125rem" aria-hidden />}>
            {t(`reference.notPublic.${visibility}`, { defaultValue: humanize(visibility) })}
          </Badge>
        )}
        {level !== 'production' && (
          <Badge tone="info" icon={<IconFlask size="0.8125rem" aria-hidden />}>
            {t(`reference.support.${level}`, { defaultValue: humanize(level) })}
          </Badge>
        )}
      </div>
      <p>{toSummary(description)}</p>
      <p className={classes['count']}>{t('reference.endpoints', { count: endpoints })}</p>
    </li>
  )
}
