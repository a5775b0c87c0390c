/** Matches modules whose path contains one of these. */
const paths = (...parts: string[]) => new RegExp(`(?:${parts.join('|')})`)

const mantine = (names: string) => `@mantine/core/esm/components/(?:${names})/`
const ui = (names: string) => `web/src/ui/(?:${names})\\.`

/**
 * The modules that pages share, by the file that they load in. Without these groups, each module that two pages share
 * would be a file of its own, and a page would load dozens of them.
 *
 * Whatever a group's module imports is in the group too. So a group holds no module that opens something: dialogs,
 * menus and the validation of forms load when they are used. `npm run check` compares the pages with their budgets.
 */
export const chunkGroups = [
  // What every page loads is one file.
  { name: 'shell', tags: ['$initial' as const], priority: 4 },
  {
    // Lists, and what most pages show.
    name: 'common',
    priority: 3,
    minShareCount: 3,
    test: paths(
      mantine('Input|InputBase|TextInput|NativeSelect|Pagination|VisuallyHidden|Paper'),
      '@mantine/core/esm/components/Combobox/(?:ComboboxChevron|get-parsed)',
      '@mantine/core/.*(?:use-resolved-styles-api|create-safe-context|create-event-handler)',
      '@mantine/hooks/esm/(?:use-id|use-uncontrolled|use-merged-ref|use-pagination|utils)/',
      'icons/Icon(?:Arrow\\w+|Check|ChevronRight|Copy|Download|Flask|HelpCircle|Hourglass|Pencil|Plus|World|X)\\.',
      'node_modules/dayjs',
      ui('Badge|dates|EnvironmentBadge|FailedState|Filters|humanize|keepFocus|lookUp|PlainButton'),
      ui('Pager|paging|SearchBox|Section|sort|Table|useHiddenSides|useNow'),
      'web/src/shared/(?:ListTable|ListPager|listQuery)\\.',
      'web/src/apps/(?:AppIcon|NextStepLine)',
      'domain/src/(?:http/paging|apps/nextStep|permissions/levels)',
    ),
  },
  {
    name: 'fields',
    priority: 3,
    minShareCount: 2,
    test: paths(mantine('Checkbox|InlineInput|Textarea'), '@mantine/core/esm/utils/InlineInput'),
  },
  {
    // What the tabs of an app share.
    name: 'app',
    priority: 2,
    minShareCount: 2,
    test: paths(
      ui('ConfirmDialog|CopyButton|useFoldingList|useReportTyped|useReportUnsaved'),
      'web/src/shared/(?:drafts/(?!DraftQuestion)|LeaveGuard|usePageAction)',
      'web/src/app/(?:SideNavigation|useDeveloperRights)',
      'web/src/manifests/ReasonButton',
      'web/src/metrics/recordReportView',
      'domain/src/drafts/calls',
      'react-router/.*/useBlocker',
    ),
  },
  {
    // The tabs Configurations and Versions.
    name: 'manifests',
    priority: 1,
    minShareCount: 2,
    test: paths(
      'domain/src/(?:manifests|permissions)/(?!contract)',
      'web/src/manifests/(?:queries|useLast)\\.',
      'web/src/manifests/versions/(?:ManifestDialog|NewVersion|Promotion|versionActions|VersionEnvironment)\\.',
      'web/src/manifests/editor/(?:draft|DraftNotes|lazyEditor|manifestDraft|manifestText|pointers|saveFailure)\\.',
      'web/src/texts/(?:components|configurations|dataConnector|drafts|manifests)\\.',
    ),
  },
]
