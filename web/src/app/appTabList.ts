import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { AppRole } from '@trestle/domain/apps/contract.ts'
import { adminAppTabs, appTabs, type AdminAppTab, type AppTab } from '../paths.ts'

/** The tab an address names: Configurations without a segment, none for a word that is none of the tabs (APP-18, APP-21). */
export function findAppTab(segment: string, tabs: readonly AppTab[]): AppTab | null {
  if (segment === '') return 'configurations'
  return tabs.find((tab) => tab === segment && tab !== 'configurations') ?? null
}

const tabsWithoutSandbox: readonly AppTab[] = ['settings', 'collaborators']

/** Whether a tab waits until the app's sandbox is live (APP-22). */
export const needsSandbox = (tab: AppTab): boolean => !tabsWithoutSandbox.includes(tab)

/** The entries of the side navigation, in order; Metrics only with something to see (APP-16, APP-17). */
export function visibleAppTabs(
  app: { has_metrics: boolean },
  flags: { api_usage_visible: boolean },
): AppTab[] {
  const showsMetrics = flags.api_usage_visible || app.has_metrics
  return appTabs.filter((tab) => tab !== 'metrics' || showsMetrics)
}

/** The entries of the staff page; government cloud has neither sandboxes nor their metrics (SHELL-12). */
export const visibleAdminAppTabs = ({ gov_cloud: govCloud }: { gov_cloud: boolean }): AdminAppTab[] =>
  adminAppTabs.filter((tab) => !govCloud || (tab !== 'sandbox' && tab !== 'performance_metrics'))

/** Whether the side navigation leads to a tab: guests may not open Collaborators, and its page says why (COLL-05). */
export const isListedTab = (tab: AppTab, role: AppRole | null): boolean =>
  tab !== 'collaborators' || mayActOnApp(role, 'collaborators.view')
