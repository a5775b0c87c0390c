import type { ChangelogEntry } from '@trestle/domain/reference/content.ts'
import { changeId } from '@trestle/domain/reference/rules.ts'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { LazyModal } from '../ui/LazyModal.tsx'
import { Markdown } from '../ui/Markdown.tsx'
import { PopoverDialog } from '../ui/PopoverDialog.tsx'
import { useIsStatic } from '../ui/staticPage.ts'
import { useLast } from '../ui/useLast.ts'
import { BreakingBadge, ChangeBadge } from './ChangeBadge.tsx'
import classes from './EndpointChanges.module.css'

interface EndpointChangesProps {
  title: string
  changes: ChangelogEntry[]
}

/** Lists the changes of one endpoint; each opens its description and versions. */
export function EndpointChanges(props: EndpointChangesProps) {
  const Changes = useIsStatic() ? StaticChanges : OpeningChanges
  return <Changes {...props} />
}

function OpeningChanges({ title, changes }: EndpointChangesProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<ChangelogEntry | null>(null)
  const shown = useLast(opened)
  return (
    <>
      <ChangeTable title={title} changes={changes}>
        {(change) => (
          <button type="button" onClick={() => setOpened(change)}>
            {change.summary}
          </button>
        )}
      </ChangeTable>
      <LazyModal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={shown ? t('reference.endpoint.change', { date: shown.datestamp }) : ''}
      >
        {shown && <Change change={shown} />}
      </LazyModal>
    </>
  )
}

/** Each change has its own dialog, which opens without a script. */
function StaticChanges({ title, changes }: EndpointChangesProps) {
  const id = useId()
  return (
    <>
      <ChangeTable title={title} changes={changes}>
        {(change, index) => (
          <button type="button" popoverTarget={`${id}-${index}`} aria-haspopup="dialog">
            {change.summary}
          </button>
        )}
      </ChangeTable>
      {changes.map((change, index) => (
        <ChangeDialog key={changeId(change)} id={`${id}-${index}`} change={change} />
      ))}
    </>
  )
}

function ChangeDialog({ id, change }: { id: string; change: ChangelogEntry }) {
  const { t } = useTranslation()
  return (
    <PopoverDialog
      id={id}
      title={t('reference.endpoint.change', { date: change.datestamp })}
      className={classes['dialog']}
    >
      <Change change={change} />
    </PopoverDialog>
  )
}

interface ChangeTableProps extends EndpointChangesProps {
  /** Returns the control that opens a change. */
  children: (change: ChangelogEntry, index: number) => ReactNode
}

function ChangeTable({ title, changes, children: opener }: ChangeTableProps) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <div className={classes['scroll']} tabIndex={0}>
      <table aria-label={t('reference.endpoint.changesOf', { title })}>
        <thead>
          <tr>
            <th scope="col">{t('reference.endpoint.columns.date')}</th>
            <th scope="col">{t('reference.endpoint.columns.category')}</th>
            <th scope="col">{t('reference.endpoint.columns.breaking')}</th>
            <th scope="col">{t('reference.endpoint.columns.summary')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            <tr key={changeId(change)}>
              <td>{change.datestamp}</td>
              <td>
                <ChangeBadge type={change.type} />
              </td>
              <td>{t(change.breaking ? 'reference.endpoint.yes' : 'reference.endpoint.no')}</td>
              <td>{opener(change, index)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Change({ change }: { change: ChangelogEntry }) {
  const { t } = useTranslation()
  const { type, breaking, versions, summary, description } = change
  return (
    <>
      <p className={classes['marks']}>
        <ChangeBadge type={type} />
        {breaking && <BreakingBadge />}
      </p>
      <p>
        <strong>{summary}</strong>
      </p>
      <Markdown text={description} under={2} />
      <p>
        {t('reference.endpoint.versionsAffected')}: {versions.length > 0 ? versions.join(', ') : '?'}
      </p>
    </>
  )
}
