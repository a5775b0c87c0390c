import { Tabs } from '@mantine/core'
import { IconAlertCircle, IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { listingTabs, type computeProgress, type ListingTab } from '@trestle/domain/listings/rules.ts'
import { createContext, memo, use, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import '../../texts/listings.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { SectionHeading } from '../../ui/Section.tsx'
import { useLatest } from '../../ui/useLatest.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { narrowQuery } from '../../ui/useNarrow.ts'
import { useUnchanged } from '../../ui/useUnchanged.ts'
import classes from '../Listing.module.css'
import type { ListingPartProps } from '../fields/parts.ts'
import { sections } from './sections.ts'
import type { ListingForm } from './useListingForm.ts'

/** The data that the list of sections shows for each section. */
interface TabMarks {
  changes: number
  hasErrors: boolean
  isRequired: boolean
  isComplete: boolean
}

type Progress = ReturnType<typeof computeProgress>

function marksIn(form: ListingForm, { completed, required }: Progress): Record<ListingTab, TabMarks> {
  const marks = listingTabs.map((tab) => [
    tab,
    {
      changes: form.changes?.filter(({ section }) => section === tab).length ?? 0,
      hasErrors: form.sectionsWithErrors.has(tab),
      isRequired: required.includes(tab),
      isComplete: completed.includes(tab),
    },
  ])
  return Object.fromEntries(marks) as Record<ListingTab, TabMarks>
}

/** Reaches only the open section, so that a keystroke doesn't rerender the list of sections. */
const FormContext = createContext<ListingForm | null>(null)

interface ListingTabsProps extends ListingPartProps {
  tab: ListingTab
  /** The previous tab until the fields of `tab` have rendered. */
  drawnTab: ListingTab
  onTab: (tab: ListingTab) => void
  progress: Progress
}

/**
 * Shows the ten sections of the form (LIST-03 to LIST-08). The questionnaire is shown only if the server enables it
 * (SEC-01).
 */
export function ListingTabs({ form, progress, onTab, ...rest }: ListingTabsProps) {
  return (
    <FormContext value={form}>
      <Sections
        {...rest}
        onTab={useLatest(onTab)}
        marks={useUnchanged(marksIn(form, progress))}
        withSecurity={form.context.securityEnabled}
      />
    </FormContext>
  )
}

interface SectionsProps extends Pick<ListingTabsProps, 'appId' | 'listing' | 'tab' | 'drawnTab' | 'onTab'> {
  marks: Record<ListingTab, TabMarks>
  withSecurity: boolean
}

const Sections = memo(function Sections(props: SectionsProps) {
  const { tab, drawnTab, onTab, marks, withSecurity, ...part } = props
  const { t } = useTranslation()
  const isNarrow = useMedia(narrowQuery)
  const list = useActiveInView(tab)
  const shown = listingTabs.filter((each) => each !== 'security' || withSecurity)
  const orFirst = (each: string | null) => shown.find((known) => known === each) ?? 'app'
  return (
    <Tabs
      value={orFirst(tab)}
      onChange={(chosen) => onTab(orFirst(chosen))}
      orientation={isNarrow ? 'horizontal' : 'vertical'}
      variant={isNarrow ? 'default' : 'none'}
      classNames={{
        root: classes['frame'] ?? '',
        tab: classes['tab'] ?? '',
        tabLabel: classes['tabLabel'] ?? '',
      }}
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
                <ChangeCount count={marks[each].changes} />
                <TabMark {...marks[each]} />
              </>
            }
          >
            {t(`listings.tabs.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={orFirst(tab)} aria-busy={tab !== drawnTab}>
        <OpenSection key={drawnTab} tab={orFirst(drawnTab)} {...part} />
      </Tabs.Panel>
    </Tabs>
  )
})

function OpenSection({ tab, ...part }: Pick<SectionsProps, 'tab' | 'appId' | 'listing'>) {
  const { t } = useTranslation()
  const form = use(FormContext)
  if (!form) throw new Error('A section needs the form around it.')
  const Fields = sections[tab]
  const detail = tab === 'media' && form.context.isGovernmentCloud ? 'mediaGovCloud' : tab
  return (
    <div className={classes['panel']}>
      <header className={classes['panelHead']}>
        <h3>{t(`listings.tabs.${tab}`)}</h3>
        <p>{t(`listings.tabDetails.${detail}`, { name: form.content.public_name || '…' })}</p>{' '}
        <TextLink href={paths.documentation('partner-content-requirements')} target="_blank">
          {t('listings.documentation')}
        </TextLink>
      </header>
      <Boundary>
        <SectionHeading value="h4">
          <Fields {...part} form={form} />
        </SectionHeading>
      </Boundary>
    </div>
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

function TabMark({ hasErrors, isRequired, isComplete }: Omit<TabMarks, 'changes'>) {
  const { t } = useTranslation()
  if (hasErrors) {
    return (
      <span className={classes['error']}>
        <IconAlertCircle size="1.125rem" aria-hidden />
        <span className="visually-hidden">{t('listings.hasErrors')}</span>
      </span>
    )
  }
  if (!isRequired) return <span className={classes['optional']}>{t('listings.isOptional')}</span>
  const Icon = isComplete ? IconCircleCheck : IconCircle
  return (
    <span className={classes[isComplete ? 'complete' : 'open']}>
      <Icon size="1.125rem" aria-hidden />
      <span className="visually-hidden">{t(isComplete ? 'listings.isComplete' : 'listings.isOpen')}</span>
    </span>
  )
}
