import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconApps, IconArrowRight, IconBolt, IconSearch } from '@tabler/icons-react'
import { maxSearch } from '@trestle/domain/http/paging.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/palette.ts'
import { Modal } from '../ui/Modal.tsx'
import classes from './CommandPalette.module.css'
import {
  matching,
  useActionEntries,
  useAppEntries,
  usePageEntries,
  useSearchEntries,
  type PaletteEntry,
} from './paletteEntries.ts'
import { useAppPalette } from './useAppPalette.ts'

export interface CommandPaletteProps {
  opened: boolean
  onClose: () => void
  /** Returns what was typed before the input had focus, only once. */
  takeTyped: () => string
}

/** Opens on Ctrl/Cmd+K to jump to a page or app, or run an action, with the keyboard. */
export function CommandPalette({ opened, onClose, takeTyped }: CommandPaletteProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('shell.palette.open')} size="lg" atTop>
      <Palette onClose={onClose} takeTyped={takeTyped} />
    </Modal>
  )
}

interface GroupProps {
  label: string
  entries: PaletteEntry[]
  icon: typeof IconBolt
}

function Group({ label, entries, icon: Icon }: GroupProps) {
  if (entries.length === 0) return null
  return (
    <Combobox.Group label={label}>
      {entries.map((entry) => (
        <Combobox.Option key={entry.key} value={entry.key} className={classes['option'] ?? ''}>
          <Icon size="1.0625rem" aria-hidden />
          {entry.label}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

/**
 * Tracks the active option. Mantine only announces options reached with arrow keys, and keeps them when the matches
 * change.
 */
function useActiveOption(onClose: () => void) {
  const [activeId, setActiveId] = useState<string | null>(null)
  // Escape closes the list, which is the whole palette.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const track = (id: string | null) => {
    setActiveId(id)
    return id
  }
  const store = {
    ...combobox,
    selectNextOption: () => track(combobox.selectNextOption()),
    selectPreviousOption: () => track(combobox.selectPreviousOption()),
  }
  return { activeId, setActiveId, store }
}

/** Mounted only while open, so that a closed palette sends no requests. */
function Palette({ onClose, takeTyped }: Omit<CommandPaletteProps, 'opened'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { activeId, setActiveId, store } = useActiveOption(onClose)
  const apps = useAppEntries(typed)
  const pages = matching(usePageEntries(), typed)
  const actions = matching(useActionEntries(), typed)
  const app = useAppPalette()
  const appTabs = matching(app.tabs, typed)
  const appActions = matching(app.actions, typed)
  const searches = useSearchEntries(typed)
  // The pages of the open app are in its own group.
  const otherTabs = apps.tabs.filter(({ key }) => !key.startsWith(`app-${app.id}-`))
  const found = [...appTabs, ...appActions, ...apps.entries, ...actions, ...pages, ...otherTabs]
  const all = [...found, ...searches]
  const shown = all.map(({ key }) => key).join()
  const { selectFirstOption } = store
  // Enter picks the first match, so select it again whenever the matches change.
  useEffect(() => setActiveId(selectFirstOption()), [shown, selectFirstOption, setActiveId])

  const run = (key: string) => {
    onClose()
    all.find((entry) => entry.key === key)?.run()
  }

  return (
    <Combobox store={store} onOptionSubmit={run}>
      <Combobox.EventsTarget
        withExpandedAttribute
        autoComplete="off"
        aria-activedescendant={activeId ?? undefined}
      >
        <TextInput
          data-autofocus
          aria-autocomplete="list"
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          leftSection={<IconSearch size="1.0625rem" aria-hidden />}
          value={typed}
          maxLength={maxSearch}
          onFocus={() => {
            const before = takeTyped()
            setTyped((text) => (text + before).slice(0, maxSearch))
          }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes['list'] ?? ''} aria-label={t('shell.palette.open')}>
        <Group label={app.name} entries={appTabs} icon={IconArrowRight} />
        <Group label={t('palette.appActions', { name: app.name })} entries={appActions} icon={IconBolt} />
        <Group label={t('palette.apps')} entries={apps.entries} icon={IconApps} />
        <Group label={t('palette.actions')} entries={actions} icon={IconBolt} />
        <Group label={t('palette.pages')} entries={[...pages, ...otherTabs]} icon={IconArrowRight} />
        <Group label={t('palette.search')} entries={searches} icon={IconSearch} />
      </Combobox.Options>
      {apps.isLoadingError && <Combobox.Empty role="alert">{t('palette.failed')}</Combobox.Empty>}
      {found.length === 0 && apps.isSearching && (
        <Combobox.Empty>
          <output>{t('palette.searching')}</output>
        </Combobox.Empty>
      )}
    </Combobox>
  )
}
