import type { ListingChange, ListingDisplay } from '@trestle/domain/changes/listing.ts'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Badge } from '../../ui/Badge.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { changeLabel } from './changeLabel.ts'
import classes from './ListingChanges.module.css'
import type { ListingForm } from './useListingForm.ts'

interface DisclosureProps {
  /** The id of the element it expands. */
  controls: string
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

function Disclosure({ controls, isOpen, onToggle, children }: DisclosureProps) {
  return (
    <button
      type="button"
      className={classes['toggle']}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      {children}
    </button>
  )
}

interface ChangeListProps {
  form: ListingForm
  onGoTo: (change: ListingChange) => void
}

/** Shows how many fields differ from the published listing, with a link to each mark (LADM-08). */
export function ChangeList({ form, onGoTo }: ChangeListProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { changes } = form
  if (changes === null) return null
  if (changes.length === 0) return <p className={classes['none']}>{t('listings.changes.none')}</p>
  return (
    <div>
      <Disclosure controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {t('listings.changes.count', { count: changes.length })}
      </Disclosure>
      <ul id={id} hidden={!isOpen} className={classes['list']}>
        {changes.map((change) => (
          <li key={change.path}>
            <button type="button" className={classes['toggle']} onClick={() => onGoTo(change)}>
              {t(change.section === 'staff' ? 'listings.changes.staff' : `listings.tabs.${change.section}`)}:{' '}
              {changeLabel(t, form.content, change)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function changeKind({ before, after }: ListingChange): 'added' | 'removed' | 'changed' {
  if (before.kind === 'none') return 'added'
  return after.kind === 'none' ? 'removed' : 'changed'
}

interface ChangeMarkProps {
  form: ListingForm
  change: ListingChange
  /** Shows the field's name, if the mark covers more than one field. */
  isNamed: boolean
}

/** Marks a field that differs from the published listing, and shows the published value on demand. */
export function ChangeMark({ form, change, isNamed }: ChangeMarkProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const label = changeLabel(t, form.content, change)
  return (
    <div className={classes['mark']} data-change={change.path} tabIndex={-1}>
      <Badge tone="warning">{t(`listings.changes.${changeKind(change)}`)}</Badge>
      {isNamed && <span>{label}</span>}
      {change.before.kind !== 'none' && (
        <Disclosure controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          {t(isOpen ? 'listings.changes.hide' : 'listings.changes.show')}
          <span className="visually-hidden"> {label}</span>
        </Disclosure>
      )}
      <div id={id} hidden={!isOpen} className={classes['published']}>
        <Published form={form} change={change} />
      </div>
    </div>
  )
}

const namesIn = (display: ListingDisplay): readonly string[] =>
  display.kind === 'names' ? display.names : []

function Published({ form, change: { before, after } }: Omit<ChangeMarkProps, 'isNamed'>) {
  const { t } = useTranslation()
  switch (before.kind) {
    case 'none':
      return null
    case 'text':
      return before.text
    case 'answer':
      return t(before.answer ? 'listings.pricing.yes' : 'listings.pricing.no')
    case 'version':
      return form.versionName(before.id)
    case 'file':
      return (
        <TextLink href={before.url} target="_blank">
          {before.filename}
        </TextLink>
      )
    case 'names':
      return <Names before={before.names} after={namesIn(after)} />
    default:
      return before satisfies never
  }
}

/** Lists the published names, after the added and removed ones. */
function Names({ before, after }: Record<'before' | 'after', readonly string[]>) {
  const { t } = useTranslation()
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  return (
    <>
      {added.length > 0 && <p>{t('listings.changes.addedNames', { names: added.join(', ') })}</p>}
      {removed.length > 0 && <p>{t('listings.changes.removedNames', { names: removed.join(', ') })}</p>}
      <p>{t('listings.changes.publishedNames', { names: before.join(', ') })}</p>
    </>
  )
}
