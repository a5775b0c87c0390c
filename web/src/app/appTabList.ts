import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { AppRole } from '@trestle/domain/apps/contract.ts'
import { appTabs, type AppTab } from '@trestle/domain/routes.ts'

/** Returns the tab an address names: Configurations without a segment, null for an unknown one (APP-18, APP-21). */
export function findAppTab(segment: string, tabs: readonly AppTab[]): AppTab | null {
  if (segment === '') return 'configurations'
  return tabs.find((tab) => tab === segment && tab !== 'configurations') ?? null
}

const tabsWithoutSandbox: readonly AppTab[] = ['settings', 'collaborators']

/** Returns whether a tab waits until the app's sandbox is live (APP-22). */
export const needsSandbox = (tab: AppTab): boolean => !tabsWithoutSandbox.includes(tab)

/** Returns the side navigation's entries in order. Metrics appears only with data to show (APP-16, APP-17). */
export function visibleAppTabs(
  app: { has_metrics: boolean },
  flags: { api_usage_visible: boolean },
): AppTab[] {
  const showsMetrics = flags.api_usage_visible || app.has_metrics
  return appTabs.filter((tab) => tab !== 'metrics' || showsMetrics)
}

/** Returns whether the side navigation lists a tab. Guests can't open Collaborators; its page says why (COLL-05). */
export const isListedTab = (tab: AppTab, role: AppRole | null): boolean =>
  tab !== 'collaborators' || mayActOnApp(role, 'collaborators.view')
