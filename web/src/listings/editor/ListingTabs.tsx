import { Tabs } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { listingTabs, type ListingTab } from '@trestle/domain/listings/rules.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import '../../texts/listings.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { AppFields } from '../fields/AppFields.tsx'
import { ContactFields } from '../fields/ContactFields.tsx'
import { FeatureFields } from '../fields/FeatureFields.tsx'
import { LinkFields } from '../fields/LinkFields.tsx'
import classes from '../Listing.module.css'
import { MediaFields } from '../fields/MediaFields.tsx'
import type { ListingPartProps } from '../fields/parts.ts'
import { PricingFields } from '../fields/PricingFields.tsx'
import { RequirementFields } from '../fields/RequirementFields.tsx'
import { SecurityFields } from '../fields/SecurityFields.tsx'
import type { ListingForm } from './useListingForm.ts'
import { SupportFields } from '../fields/SupportFields.tsx'
import { ToolFields } from '../fields/ToolFields.tsx'

const fieldsByTab: Record<ListingTab, ComponentType<ListingPartProps>> = {
  app: AppFields,
  regions: PricingFields,
  links: LinkFields,
  features: FeatureFields,
  support: SupportFields,
  tools: ToolFields,
  requirements: RequirementFields,
  contact: ContactFields,
  media: MediaFields,
  security: SecurityFields,
}

interface ListingTabsProps extends ListingPartProps {
  tab: ListingTab
  onTab: (tab: ListingTab) => void
  /** The completed ones of the tabs that count. */
  completed: readonly ListingTab[]
}

/**
 * Shows the ten sections of the form (LIST-03 to LIST-08); the questionnaire's only if the server enables it (SEC-01).
 */
export function ListingTabs({ tab, onTab, completed, ...part }: ListingTabsProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(width < 1100px)', undefined, { getInitialValueInEffect: false })
  const { form } = part
  const list = useActiveInView(tab)
  const shown = listingTabs.filter((each) => each !== 'security' || form.context.securityEnabled)
  return (
    <Tabs
      value={shown.includes(tab) ? tab : 'app'}
      onChange={(chosen) => onTab(shown.find((each) => each === chosen) ?? 'app')}
      orientation={isNarrow ? 'horizontal' : 'vertical'}
      classNames={{ root: classes['frame'] ?? '', tabLabel: classes['tabLabel'] ?? '' }}
      keepMounted={false}
    >
      <Tabs.List ref={list} className={classes['tabs'] ?? ''} aria-label={t('listings.tabList')}>
        {shown.map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            data-tab={each}
            rightSection={
              <>
                <ChangeCount count={changesIn(form, each)} />
                <TabMark hasErrors={form.tabsWithErrors.has(each)} isComplete={completed.includes(each)} />
              </>
            }
          >
            {t(`listings.tabs.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((each) => {
        const Fields = fieldsByTab[each]
        return (
          <Tabs.Panel key={each} value={each}>
            <div className={classes['panel']}>
              <header className={classes['panelHead']}>
                <h2>{t(`listings.tabs.${each}`)}</h2>
                <p>{t(`listings.tabDetails.${each}`, { name: form.content.public_name || '…' })}</p>{' '}
                <TextLink href={paths.documentation('partner-content-requirements')} target="_blank">
                  {t('listings.documentation')}
                </TextLink>
              </header>
              <Boundary>
                <Fields {...part} />
              </Boundary>
            </div>
          </Tabs.Panel>
        )
      })}
    </Tabs>
  )
}

/** Keeps the open section in view while the list of sections scrolls sideways. */
function useActiveInView(tab: ListingTab) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)
    if (list.current && active) list.current.scrollLeft = active.offsetLeft - list.current.offsetLeft - 24
  }, [tab])
  return list
}

const changesIn = ({ changes }: ListingForm, tab: ListingTab): number =>
  changes?.filter(({ section }) => section === tab).length ?? 0

/** Shows how many changes a section has (LADM-08). */
function ChangeCount({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <span className={classes['changeCount']}>
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{t('listings.changes.count', { count })}</span>
    </span>
  )
}

function TabMark({ hasErrors, isComplete }: { hasErrors: boolean; isComplete: boolean }) {
  const { t } = useTranslation()
  if (hasErrors) {
    return (
      <span className={classes['error']}>
        <IconAlertCircle size={18} aria-hidden />
        <span className="visually-hidden">{t('listings.hasErrors')}</span>
      </span>
    )
  }
  if (!isComplete) return null
  return (
    <span className={classes['complete']}>
      <IconCircleCheck size={18} aria-hidden />
      <span className="visually-hidden">{t('listings.isComplete')}</span>
    </span>
  )
}
