import { Button, Checkbox, TextInput } from '@mantine/core'
import { useFocusWithin } from '@mantine/hooks'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import {
  isGroup,
  matchingGroups,
  tick,
  countTicks,
  views as allViews,
  type View,
  type ViewGroup,
} from '@trestle/domain/manifests/configurations/views.ts'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/components.ts'
import classes from './ViewChooser.module.css'

interface ViewChooserProps {
  ticked: string[]
  onChange: (ticked: string[]) => void
  /** Called when the focus leaves the chooser. */
  onLeave: () => void
  error: string | null
}

/** Lets the user tick views by tool, one by one, by group or all at once (CONF-32 to CONF-36). */
export function ViewChooser({ ticked, onChange, onLeave, error }: ViewChooserProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  const { ref: frame } = useFocusWithin<HTMLFieldSetElement>({ onBlur: onLeave })
  const hintId = useId()
  const errorId = useId()
  const groups = matchingGroups(search)
  const shown = groups.flatMap((group) => group.views)
  const isSearching = search.trim() !== ''
  const choice: Choice = {
    ticked,
    onTick: (changed, isOn) => onChange(tick(ticked, changed, isOn)),
    isSearching,
  }
  const clear = () => {
    setSearch('')
    searchBox.current?.focus()
  }
  return (
    <fieldset ref={frame} aria-describedby={error === null ? hintId : `${hintId} ${errorId}`}>
      <legend className={classes['legend']}>
        {t('components.chooser.label')}
        <span className={classes['star']} aria-hidden>
          {' *'}
        </span>
      </legend>
      <p id={hintId} className={classes['hint']}>
        {t('components.chooser.hint')}
      </p>
      <div className={classes['frame']} data-invalid={error === null ? undefined : true}>
        <div className={classes['head']}>
          <TextInput
            type="search"
            aria-label={t('components.chooser.search')}
            placeholder={t('components.chooser.search')}
            leftSection={<IconSearch size="1rem" aria-hidden />}
            ref={searchBox}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {shown.length > 0 && <AllBox shown={shown} choice={choice} />}
          <output className={classes['count']}>
            {isSearching && `${t('components.chooser.foundCount', { count: shown.length })} `}
            {t('components.chooser.count', { count: ticked.length, total: allViews.length })}
          </output>
        </div>
        {shown.length === 0 ? (
          <NoView search={search.trim()} onClear={clear} />
        ) : (
          <ul className={classes['groups']}>
            {groups.map((group) => (
              <GroupRow key={group.allKey} group={group} choice={choice} />
            ))}
          </ul>
        )}
      </div>
      {error !== null && (
        <p id={errorId} className={classes['error']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface Choice {
  ticked: string[]
  onTick: (changed: readonly View[], isOn: boolean) => void
  /** While searching, all groups with results are open. */
  isSearching: boolean
}

function AllBox({ shown, choice }: { shown: View[]; choice: Choice }) {
  const { t } = useTranslation()
  const label = choice.isSearching
    ? t('components.chooser.found', { count: shown.length })
    : t('components.chooser.all')
  return <TriStateBox label={label} shown={shown} choice={choice} />
}

/** Shows the combined state of the views it names; ticking it ticks them all. */
function TriStateBox({ label, shown, choice }: { label: string; shown: View[]; choice: Choice }) {
  const ticks = countTicks(shown, choice.ticked)
  return (
    <Checkbox
      label={label}
      checked={ticks === 'all'}
      indeterminate={ticks === 'some'}
      onChange={() => choice.onTick(shown, ticks !== 'all')}
    />
  )
}

function GroupRow({ group, choice }: { group: ViewGroup; choice: Choice }) {
  const { t } = useTranslation()
  // Partly ticked groups start open.
  const [isOpen, setIsOpen] = useState(() => countTicks(group.views, choice.ticked) === 'some')
  const listId = useId()
  const isShown = isOpen || choice.isSearching
  const count = group.views.filter((view) => choice.ticked.includes(view.key)).length
  return (
    <li>
      <div className={classes['row']}>
        {!choice.isSearching && (
          <button
            type="button"
            className={classes['disclosure']}
            aria-label={t('components.chooser.show', { group: group.label })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size="1rem" aria-hidden />
          </button>
        )}
        <TriStateBox label={group.label} shown={group.views} choice={choice} />
        <span className={classes['groupCount']}>
          {t('components.chooser.countIn', { count, total: group.views.length })}
        </span>
      </div>
      {isShown && (
        <ul id={listId} aria-label={group.label} className={classes['children']}>
          {group.children.map((child) =>
            isGroup(child) ? (
              <GroupRow key={child.allKey} group={child} choice={choice} />
            ) : (
              <ViewRow key={child.key} view={child} choice={choice} />
            ),
          )}
        </ul>
      )}
    </li>
  )
}

function ViewRow({ view, choice }: { view: View; choice: Choice }) {
  const isTicked = choice.ticked.includes(view.key)
  return (
    <li className={classes['view']}>
      <Checkbox
        label={view.label}
        description={<code>{view.key}</code>}
        checked={isTicked}
        onChange={() => choice.onTick([view], !isTicked)}
      />
    </li>
  )
}

function NoView({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes['none']}>
      <output>{t('components.chooser.noMatch', { search })}</output>
      <Button variant="default" size="compact-sm" onClick={onClear}>
        {t('ui.clearSearch')}
      </Button>
    </div>
  )
}
