import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { findApps } from '../apps/queries.ts'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { searchDebounceMs } from '../ui/SearchBox.tsx'
import { linkTo, topNavigation } from './navigation.ts'
import { useLeave } from './useLeave.ts'
import { useScheme } from './useScheme.ts'

export interface PaletteEntry {
  key: string
  label: string
  run: () => void
}

export function matching(entries: PaletteEntry[], typed: string): PaletteEntry[] {
  const word = typed.trim().toLowerCase()
  return entries.filter(({ label }) => label.toLowerCase().includes(word))
}

export function usePageEntries(): PaletteEntry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { main, reference, rest, admin } = topNavigation(useSession())
  const go = (href: string) => () => void navigate({ href })
  const inside = [...main, ...reference, ...rest].filter(({ href }) => href.startsWith('/'))
  return [
    ...[...inside, linkTo('notifications'), linkTo('account')].map(({ title, href }) => ({
      key: href,
      label: t(title),
      run: go(href),
    })),
    ...admin.map(({ title, href }) => ({
      key: href,
      label: `${t('shell.admin')} › ${t(title)}`,
      run: go(href),
    })),
  ]
}

export function useActionEntries(): PaletteEntry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { toggle } = useScheme()
  const leave = useLeave()
  return [
    {
      key: 'create',
      label: t('shell.palette.createApp'),
      run: () => void navigate({ href: paths.createApp() }),
    },
    { key: 'scheme', label: t('shell.palette.toggleScheme'), run: toggle },
    { key: 'out', label: t('shell.signOut'), run: leave },
  ]
}

export function useAppEntries(typed: string) {
  const navigate = useNavigate()
  const wanted = typed.trim()
  const [search] = useDebouncedValue(wanted, searchDebounceMs)
  const { data, isError, isPending, isPlaceholderData } = useQuery(findApps(search))
  const entries = (data?.rows ?? []).map((app) => ({
    key: `app-${app.id}`,
    label: app.internal_name,
    run: () => void navigate({ href: paths.app(app.id) }),
  }))
  // The apps of the search before say nothing about the one that was typed.
  const isSearching = isPending || isPlaceholderData || search !== wanted
  return { entries: matching(entries, typed), isError, isSearching }
}
