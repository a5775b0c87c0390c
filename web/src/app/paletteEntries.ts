import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DeveloperAppRow } from '@trestle/domain/apps/contract.ts'
import { pageAddress, pageRoutes } from '@trestle/domain/routes.ts'
import { foldText } from '@trestle/domain/text/foldText.ts'
import { findApps } from '../apps/queries.ts'
import { useFlags, useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/oauth.ts'
import '../texts/palette.ts'
import '../texts/personalTokens.ts'
import { searchDebounceMs } from '../ui/SearchBox.tsx'
import { isListedTab, visibleAppTabs } from './appTabList.ts'
import { linkTo, topNavigation } from './navigation.ts'
import { useLeave } from './useLeave.ts'
import { useScheme } from './useScheme.ts'

export interface PaletteEntry {
  key: string
  label: string
  run: () => void
}

const toWords = (typed: string): string[] => foldText(typed).split(/\s+/).filter(Boolean)

const includes = (label: string, word: string): boolean => foldText(label).includes(word)

/** Returns the entries that contain every typed word. */
export function matching(entries: PaletteEntry[], typed: string): PaletteEntry[] {
  const words = toWords(typed)
  return entries.filter(({ label }) => words.every((word) => includes(label, word)))
}

/** The pages that the account page leads to. */
const ownPages = ['accountTokens', 'authorizedApps', 'accountSecurityEvents'] as const

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
    ...ownPages.map((page) => ({
      key: page,
      label: `${t('shell.account')} › ${t(pageRoutes[page].title)}`,
      run: go(pageAddress(page)),
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
      label: t('palette.createApp'),
      run: () => void navigate({ href: paths.createApp() }),
    },
    { key: 'scheme', label: t('palette.toggleScheme'), run: toggle },
    { key: 'out', label: t('shell.signOut'), run: leave },
  ]
}

/** Offers to search other pages for the typed text. Staff can search for all apps and developers. */
export function useSearchEntries(typed: string): PaletteEntry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { is_admin: isAdmin } = useSession()
  const search = typed.trim()
  if (search === '') return []
  const staffSearches = [
    ['searchApps', paths.adminApps(search)],
    ['searchDevelopers', paths.adminDevelopers(search)],
  ] as const
  const searches = [
    ...(isAdmin ? staffSearches : []),
    ['searchDocumentation', paths.documentationSearch(search)],
    ['searchReference', paths.restOverview(search)],
  ] as const
  return searches.map(([key, href]) => ({
    key,
    label: t(`palette.${key}`, { search }),
    run: () => void navigate({ href }),
  }))
}

const maxTabEntries = 8

/** Returns the pages of apps with every typed word in the name of the app or the page, and at least one in the page's. */
function useTabEntries(apps: readonly DeveloperAppRow[], typed: string): PaletteEntry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const flags = useFlags()
  const words = toWords(typed)
  const entries = apps.flatMap((app) =>
    visibleAppTabs({ has_metrics: false }, flags)
      .filter((tab) => isListedTab(tab, app.role))
      .map((tab) => ({ tab, name: t(`shell.app.${tab}`) }))
      .filter(({ name }) => words.some((word) => includes(name, word)))
      .map(({ tab, name }) => ({
        key: `app-${app.id}-${tab}`,
        label: `${app.internal_name} › ${name}`,
        run: () => void navigate({ href: paths.app(app.id, tab) }),
      })),
  )
  return matching(entries, typed).slice(0, maxTabEntries)
}

export function useAppEntries(typed: string) {
  const navigate = useNavigate()
  const wanted = typed.trim()
  const [search] = useDebouncedValue(wanted, searchDebounceMs)
  const { data, isLoadingError, isPending, isPlaceholderData } = useQuery(findApps(search))
  const entries = (data?.rows ?? []).map((app) => ({
    key: `app-${app.id}`,
    label: app.internal_name,
    run: () => void navigate({ href: paths.app(app.id) }),
  }))
  // A search for "crane settings" finds no app, because no name has both words.
  const { data: latest } = useQuery(findApps(''))
  const tabs = useTabEntries(latest?.rows ?? [], typed)
  // The apps of the previous search say nothing about the typed one.
  const isSearching = isPending || isPlaceholderData || search !== wanted
  return { entries: matching(entries, typed), tabs, isLoadingError, isSearching }
}
