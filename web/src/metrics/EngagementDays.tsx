import { useDisclosure, useMergedRef } from '@mantine/hooks'
import { IconChevronRight, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import type { AppInstallation, EngagementReport, ReportedDay } from '@trestle/domain/metrics/contract.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/metrics.ts'
import { Badge } from '../ui/Badge.tsx'
import { clsx } from '../ui/clsx.ts'
import { toDay, utcTime } from '../ui/dates.ts'
import { Pager } from '../ui/Pager.tsx'
import { Section } from '../ui/Section.tsx'
import { useHiddenSides } from '../ui/useHiddenSides.ts'
import classes from './EngagementDays.module.css'
import { groupQuietDays, type DayGroup } from './quietDays.ts'

interface EngagementDaysProps {
  report: EngagementReport
  onPage: (page: number) => void
}

/** Lists the days newest first, each with its installations and uninstallations (MET-06 to MET-14). */
export function EngagementDays({ report, onPage }: EngagementDaysProps) {
  const { t } = useTranslation()
  const { days, app_installations } = report
  const [box, hidden] = useHiddenSides()
  const ref = useMergedRef(useFocusDays(), box)
  const recordsOn = (date: string) =>
    app_installations.rows.filter((row) => toDay(row.procore_updated_at) === date)
  const firstWithRecords = days.rows.find(({ date }) => recordsOn(date).length > 0)?.date
  return (
    <Section
      id="days"
      title={t('metrics.engagementReport.days')}
      description={t('metrics.engagementReport.daysHow')}
    >
      <div className={classes['shade']} data-more={hidden.after || undefined}>
        <div
          ref={ref}
          className={classes['frame']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a section would be a second landmark of the same name
          role="group"
          aria-label={t('metrics.engagementReport.days')}
          tabIndex={0}
        >
          <table className={classes['days']}>
            <caption className="visually-hidden">{t('metrics.engagementReport.days')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('metrics.engagementReport.date')}</th>
                <th scope="col">{t('metrics.engagementReport.visitsColumn')}</th>
                <th scope="col">{t('metrics.engagementReport.installations')}</th>
              </tr>
            </thead>
            {groupQuietDays(days.rows).map((group) =>
              group.length > 1 ? (
                <QuietDays key={group[0].date} days={group} />
              ) : (
                <DayRows
                  key={group[0].date}
                  day={group[0]}
                  records={recordsOn(group[0].date)}
                  isFirst={group[0].date === firstWithRecords}
                />
              ),
            )}
          </table>
        </div>
      </div>
      <Pager page={days.page} perPage={days.per_page} total={days.total_count} onPage={onPage} />
    </Section>
  )
}

/** Focuses the days after a page change, which loads a new document at `#days`. */
function useFocusDays() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash !== '#days') return
    box.current?.focus({ preventScroll: true })
    document.getElementById('days')?.scrollIntoView()
  }, [])
  return box
}

/** Shows days without installations as one line that can be opened. */
function QuietDays({ days }: { days: DayGroup }) {
  const { t } = useTranslation()
  const [isOpen, { toggle }] = useDisclosure(false)
  const visits = days.reduce((sum, day) => sum + day.visits, 0)
  return (
    <>
      <tbody>
        <tr className={classes['day']}>
          <td>
            <button type="button" className={classes['quiet']} aria-expanded={isOpen} onClick={toggle}>
              <IconChevronRight size="1rem" aria-hidden className={clsx(isOpen && classes['open'])} />
              {t('metrics.engagementReport.quietDays', {
                count: days.length,
                from: days.at(-1)?.date ?? '',
                to: days[0].date,
              })}
            </button>
          </td>
          <td>{formatNumber(visits)}</td>
          <td>{formatNumber(0)}</td>
        </tr>
      </tbody>
      {isOpen && days.map((day) => <DayRows key={day.date} day={day} records={[]} isFirst={false} />)}
    </>
  )
}

interface DayProps {
  day: ReportedDay
  records: AppInstallation[]
  /** Only the first table of records shows the column names, which screen readers read for each table. */
  isFirst: boolean
}

function DayRows({ day, records, isFirst }: DayProps) {
  return (
    <tbody>
      <tr className={classes['day']}>
        <th scope="row">{day.date}</th>
        <td>{formatNumber(day.visits)}</td>
        <td>{formatNumber(day.installations)}</td>
      </tr>
      {records.length > 0 && (
        <tr>
          <td colSpan={3} className={classes['nested']}>
            <Records day={day} records={records} isFirst={isFirst} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Shows a day's records; only the staff report has a column for who installed the app (MET-12). */
function Records({ day, records, isFirst }: DayProps) {
  const { t } = useTranslation()
  const withEmails = records.some((record) => record.user_email_address !== undefined)
  const columns = [
    'company',
    'demo',
    ...(withEmails ? (['user'] as const) : []),
    'updated',
    'status',
  ] as const
  return (
    <>
      <table className={classes['records']} data-emails={withEmails || undefined}>
        <caption className="visually-hidden">
          {t('metrics.engagementReport.recordsOf', { date: day.date })}
        </caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column} className={classes[column]} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-hidden={!isFirst || undefined}>
                <span className={clsx(!isFirst && 'visually-hidden')}>
                  {t(`metrics.engagementReport.${column}`)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow key={record.id} record={record} withEmails={withEmails} />
          ))}
        </tbody>
      </table>
      {day.records > records.length && (
        <p className={classes['cut']}>
          {t('metrics.engagementReport.cut', {
            shown: formatNumber(records.length),
            total: formatNumber(day.records),
          })}
        </p>
      )}
    </>
  )
}

function RecordRow({ record, withEmails }: { record: AppInstallation; withEmails: boolean }) {
  const { t } = useTranslation()
  return (
    <tr>
      <td>{record.company_name}</td>
      <td>
        {record.company_is_demo ? (
          <Badge tone="info">{t('metrics.engagementReport.isDemo')}</Badge>
        ) : (
          <span className="visually-hidden">{t('metrics.engagementReport.isNoDemo')}</span>
        )}
      </td>
      {withEmails && <td>{record.user_email_address ?? t('metrics.engagementReport.unknownUser')}</td>}
      <td>
        <time dateTime={record.procore_updated_at}>
          <span className={classes['whole']}>{toDay(record.procore_updated_at)}</span>{' '}
          {utcTime(record.procore_updated_at)}
        </time>
      </td>
      <td>
        <Status status={record.status} />
      </td>
    </tr>
  )
}

function Status({ status }: Pick<AppInstallation, 'status'>) {
  const { t } = useTranslation()
  switch (status) {
    case 'installed':
      return (
        <Badge tone="success" icon={<IconCircleCheck size="0.875rem" aria-hidden />}>
          {t('metrics.engagementReport.installed')}
        </Badge>
      )
    case 'uninstalled':
      return (
        <Badge icon={<IconCircleMinus size="0.875rem" aria-hidden />}>
          {t('metrics.engagementReport.uninstalled')}
        </Badge>
      )
    default:
      status satisfies never
      return <Badge>{t('ui.unknownState')}</Badge>
  }
}
