import type { PageName } from '@trestle/domain/routes.ts'
import type { Plugin, Rolldown } from 'vite'

const tab = (module: string) => ['src/app/AppPage.tsx', module]
const adminTab = (...modules: string[]) => ['src/app/AdminAppPage.tsx', ...modules]
const reference = (module: string) => ['src/reference/Reference.tsx', module]

/**
 * The modules that the router imports dynamically to show a page to someone who is signed in, by the name of the page,
 * and of the tab if its address names one.
 */
const pageModules = {
  account: ['src/app/OwnAccountPage.tsx'],
  accountTokens: ['src/personalTokens/PersonalTokensPage.tsx'],
  accountSecurityEvents: ['src/securityEvents/AccountSecurityEventsPage.tsx'],
  authorizedApps: ['src/oauth/AuthorizedAppsPage.tsx'],
  consent: ['src/app/ConsentPage.tsx'],
  notifications: ['src/notifications/NotificationsPage.tsx'],
  notification: ['src/notifications/NotificationPage.tsx'],
  apps: ['src/apps/AppsPage.tsx'],
  app: tab('src/app/AppConfigurationsTab.tsx'),
  'app/versions': tab('src/app/AppVersionsTab.tsx'),
  'app/settings': tab('src/apps/SettingsTab.tsx'),
  'app/oauth_credentials': tab('src/app/CredentialsTab.tsx'),
  'app/collaborators': tab('src/collaborators/CollaboratorsTab.tsx'),
  'app/marketplace_listing': tab('src/app/AppListingTab.tsx'),
  'app/metrics': tab('src/metrics/MetricsTab.tsx'),
  engagementReport: ['src/metrics/EngagementReportPage.tsx'],

  marketplace: ['src/marketplace/MarketplacePage.tsx'],
  marketplaceApp: ['src/marketplace/MarketplaceAppPage.tsx'],
  documentation: ['src/documentation/DocumentationPage.tsx'],
  reference: reference('src/reference/ReferencePage.tsx'),
  referenceDoc: reference('src/reference/DocPage.tsx'),
  referenceGroup: reference('src/reference/GroupPage.tsx'),
  changelog: reference('src/reference/ChangelogPage.tsx'),

  adminApps: ['src/apps/AdminAppsPage.tsx'],
  reviewQueue: ['src/apps/ReviewQueuePage.tsx'],
  newAdminContact: ['src/app/AdminContactPage.tsx'],
  adminContact: ['src/app/AdminContactPage.tsx'],
  adminEngagementReport: ['src/metrics/EngagementReportPage.tsx'],
  adminApp: adminTab('src/app/AdminGeneral.tsx'),
  'adminApp/sandbox': adminTab('src/app/AdminSandbox.tsx'),
  'adminApp/marketplace_listing': adminTab('src/app/AdminListing.tsx'),
  'adminApp/performance_metrics': adminTab(),
  adminDevelopers: ['src/accounts/AdminDevelopersPage.tsx'],
  adminDeveloper: ['src/accounts/AdminDeveloperPage.tsx'],
  adminOauthApplications: ['src/credentials/OauthApplicationsPage.tsx'],
  adminNotifications: ['src/notifications/AdminNotificationsPage.tsx'],
  newAdminNotification: ['src/notifications/AdminNotificationPage.tsx'],
  adminNotification: ['src/notifications/AdminNotificationPage.tsx', 'src/notifications/BodyPreview.tsx'],
  rateLimits: ['src/quotas/QuotaMinderPage.tsx'],
  jobs: ['src/jobs/JobsPage.tsx'],
  audit: ['src/audit/AuditPage.tsx'],
  securityEvents: ['src/securityEvents/AdminSecurityEventsPage.tsx'],
} satisfies Partial<Record<PageName | `${PageName}/${string}`, string[]>>

/** Returns these files and all that they import statically. */
function withImports(bundle: Rolldown.OutputBundle, files: string[]): Rolldown.OutputChunk[] {
  // Iterating over a set includes entries that are added during the iteration.
  const names = new Set(files)
  const chunks: Rolldown.OutputChunk[] = []
  for (const name of names) {
    const file = bundle[name]
    if (file?.type !== 'chunk') continue
    chunks.push(file)
    for (const imported of file.imports) names.add(imported)
  }
  return chunks
}

interface FirstFiles {
  /** The scripts that every page loads. */
  ofDocument: Set<Rolldown.OutputChunk>
  /** The files that each page loads in addition to them. */
  ofPages: [page: string, added: Rolldown.OutputChunk[]][]
}

/** Returns the scripts that a page loads before it is shown to someone who is signed in. */
export function findFirstFiles(bundle: Rolldown.OutputBundle): FirstFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const fileOf = (module: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === `${import.meta.dirname}/${module}`)
    if (!chunk) throw new Error(`${module} has no file of its own.`)
    return chunk.fileName
  }
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  const ofDocument = new Set(withImports(bundle, entries))
  const ofPages = Object.entries(pageModules).map(([page, modules]): FirstFiles['ofPages'][number] => [
    page,
    withImports(bundle, modules.map(fileOf)).filter((chunk) => !ofDocument.has(chunk)),
  ])
  return { ofDocument, ofPages }
}

/**
 * Writes which scripts and styles each page loads in addition to the document's own. The server adds them to the
 * page's document, so that they load immediately, and scripts/budgets.mjs measures them.
 */
export function listPageFiles(): Plugin {
  return {
    name: 'list-page-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const pages = findFirstFiles(bundle).ofPages.map(([page, added]) => {
          const styles = added.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          return [page, { scripts: added.map(({ fileName }) => fileName), styles: [...new Set(styles)] }]
        })
        const source = JSON.stringify(Object.fromEntries(pages))
        this.emitFile({ type: 'asset', fileName: 'pageFiles.json', source })
      },
    },
  }
}
