import { Button, Checkbox } from '@mantine/core'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { defaultPerPage } from '@trestle/domain/http/paging.ts'
import { changeTypes } from '@trestle/domain/reference/changeTypes.ts'
import type { ChangelogView } from '@trestle/domain/shell/publicPage.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { formatTotal } from '../ui/paging.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { noTypes, typesInAddress } from './changelogAddress.ts'
import { ChangelogCard } from './ChangelogCard.tsx'
import { ChangelogLegend } from './ChangelogLegend.tsx'
import classes from './ChangelogPage.module.css'

function toAddress({ page, perPage, filters }: Pick<ChangelogView, 'page' | 'perPage' | 'filters'>): string {
  const { type = changeTypes, breaking, search } = filters
  const query = stringifyBrackets({
    page: page > 1 ? page : undefined,
    per_page: perPage === defaultPerPage ? undefined : perPage,
    filters: { type: typesInAddress(type), breaking, search },
  })
  return query === '' ? paths.changelog() : `${paths.changelog()}?${query}`
}

/** Shows visitors what changed in the API. Its filters are a form, which works without a script. */
export function PublicChangelog({ changelog }: { changelog: ChangelogView }) {
  const { t } = useTranslation()
  const { rows, total, relation, page, perPage, filters } = changelog
  return (
    <>
      <PageHeader
        title={t('reference.changelog.title')}
        crumbs={[
          { label: t('reference.title'), href: paths.reference() },
          { label: t('reference.changelog.title') },
        ]}
        description={t('reference.changelog.lead')}
      />
      <form className={classes['layout']} action={paths.changelog()} data-refresh>
        <Filters filters={filters} />
        <section className={classes['list']} aria-label={t('reference.changelog.list')}>
          <output className={classes['count']}>
            {t('reference.changelog.count', { count: total, shown: formatTotal(total, relation) })}
          </output>
          {total === 0 && <EmptyState kind="no-match" title={t('reference.changelog.nothing')} />}
          <ul>
            {rows.map((entry, index) => (
              <ChangelogCard key={`${index} ${entry.summary}`} entry={entry} />
            ))}
          </ul>
          <Pager
            page={page}
            perPage={perPage}
            total={total}
            {...(relation && { relation })}
            toAddress={(next) => toAddress({ page: next, perPage, filters })}
            defaultPerPage={defaultPerPage}
          />
        </section>
        <ChangelogLegend />
      </form>
    </>
  )
}

function Filters({ filters }: Pick<ChangelogView, 'filters'>) {
  const { t } = useTranslation()
  const { type = changeTypes, breaking = false, search = '' } = filters
  const isFiltered = Object.keys(filters).length > 0
  return (
    <aside className={classes['filters']} aria-label={t('reference.changelog.filters')}>
      <SearchField
        name="filters[search]"
        value={search}
        label={t('reference.changelog.search')}
        placeholder={t('reference.changelog.search')}
      />
      <noscript>
        {/* An address without types means all of them. */}
        <input type="hidden" name="filters[type][]" value={noTypes} />
      </noscript>
      <Checkbox.Group label={t('reference.changelog.types')} defaultValue={[...type]} data-none={noTypes}>
        <div className={classes['types']}>
          {changeTypes.map((each) => (
            <Checkbox
              key={each}
              name="filters[type][]"
              value={each}
              label={t(`reference.changelog.type.${each}`)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        name="filters[breaking]"
        value="true"
        defaultChecked={breaking}
        label={t('reference.changelog.breakingOnly')}
      />
      {isFiltered && (
        <LinkButton href={paths.changelog()} variant="default" size="sm">
          {t('reference.changelog.clear')}
        </LinkButton>
      )}
      <noscript>
        <Button type="submit">{t('ui.search')}</Button>
      </noscript>
    </aside>
  )
}
