/** Matches modules whose path contains one of these. */
const paths = (...parts: string[]) => new RegExp(`(?:${parts.join('|')})`)

const mantine = (names: string) => `@mantine/core/esm/components/(?:${names})/`
const icons = (names: string) => `icons/Icon(?:${names})\\.`
const ui = (names: string) => `web/src/ui/(?:${names})\\.`

/**
 * The modules that pages share, by the file that they load in. Without these groups, each module that two pages
 * share would be a separate file, and a page would load dozens of them. A module belongs to the first group that
 * matches it.
 *
 * A group also contains everything that its modules import, unless an earlier group has it. So a group that many
 * pages load contains no module that opens something: dialogs, menus and form schemas load when they are used, or
 * once the page is idle. `npm run check` compares the pages with their budgets.
 */
export const chunkGroups = [
  // What every page loads is one file.
  { name: 'shell', tags: ['$initial' as const] },
  {
    // Lists, and what most pages show.
    name: 'common',
    minShareCount: 2,
    test: paths(
      mantine('Input|InputBase|TextInput|NativeSelect|Pagination|VisuallyHidden|Paper|SimpleGrid'),
      '@mantine/core/esm/components/Combobox/(?:ComboboxChevron|get-parsed)',
      '@mantine/core/.*(?:use-resolved-styles-api|create-safe-context|create-event-handler|DirectionProvider)',
      '@mantine/core/.*/to-int\\.',
      '@mantine/hooks/esm/(?:use-id|use-uncontrolled|use-merged-ref|use-pagination|use-window-event|utils)/',
      icons(
        'Arrow\\w+|Ban|Check|ChevronRight|ClockHour4|Copy|Download|Eye|EyeOff|Flask|HelpCircle|Hourglass',
      ),
      icons('Braces|Pencil|Plus|World|X'),
      'node_modules/dayjs',
      // The styles of forms are too small for separate files.
      'web/src/ui/(?:CharacterCounter|DialogFooter|FormShell|GrowingTextarea|QuickTip)\\.module',
      ui(
        'Badge|DangerButton|dates|EnvironmentBadge|FailedState|Filters|firstLetter|humanize|lookUp|NotAvailable|PlainButton',
      ),
      ui(
        'Moment|openDialog|Pager|paging|RelativeTime|RequiredNote|SearchBox|Section|sort|Table|useHiddenSides|useIsPhone|useLast|useLatest|useNow|useUnchanged|whenIdle',
      ),
      'web/src/shared/(?:ListingBadge|ListTable|ListPager|useListQuery|useScrollToHash)\\.',
      'web/src/apps/(?:AppIcon|NextStepLine)',
      'web/src/texts/apps\\.',
      'domain/src/(?:http/(?:messages|paging)|apps/nextStep|apps/rules|permissions/levels|text/(?:addresses|characters|foldText|formatNumber)|time/days)',
      'web/src/http/embeddedData\\.',
    ),
  },
  {
    // What forms share.
    name: 'fields',
    minShareCount: 2,
    test: paths(
      mantine('Checkbox|InlineInput|Radio|Switch'),
      '@mantine/core/esm/utils/InlineInput',
      ui(
        'CancelButton|CharacterCounter|DialogFooter|ErrorSummary|GrowingTextarea|LabeledSwitch|StaleSaveDialog|showFrom|useSaveHotkey',
      ),
      'web/src/shared/use(?:FollowStored|StaleChoice)',
    ),
  },
  {
    // What the tabs of an app share.
    name: 'app',
    minShareCount: 2,
    test: paths(
      ui('ConfirmDialog|CopyButton|LazyModal|Short(?:List|Table)|useFoldingList'),
      'web/src/shared/(?:drafts/(?!DraftQuestion)|LeaveGuard|useAddressChoice|useNewestBlocker|useOneTimeCall|usePageAction|useWording)',
      'web/src/app/SideNavigation',
      // Styles that are too small for files of their own.
      'web/src/(?:apps/AdminApp|credentials/Credentials|shared/RedirectFields)\\.module',
      'web/src/manifests/(?:ReasonButton|versions/NotesDialog\\.module)',
      'web/src/metrics/recordReportView',
      'domain/src/(?:credentials/rules|drafts/calls|manifests/rules|sandboxes/rules)',
      'web/src/apps/mutations\\.',
      'react-router/.*/useBlocker',
    ),
  },
  {
    // What the listing editor shares with few others.
    name: 'parts',
    minShareCount: 2,
    test: paths(
      mantine('Pill|PillsInput|Progress|Tabs'),
      '@mantine/core/.*(?:create-scoped-keydown-handler|find-element-ancestor|get-style-object/)',
    ),
  },
  { name: 'lazyPickers', minShareCount: 2, test: paths(ui('LazyPicker|LazySelect|readOnlyLook')) },
  {
    // What dialogs, pickers and fields for files share.
    name: 'covers',
    minShareCount: 2,
    test: paths(
      mantine('Overlay|Portal'),
      '@mantine/core/.*(?:get-default-z-index|get-single-element-child|is-element|get-ref-prop)',
      '@mantine/hooks/esm/(?:use-disclosure|use-force-update)/',
    ),
  },
  {
    // What dialogs and pickers share.
    name: 'floating',
    minShareCount: 2,
    test: paths(
      mantine('FocusTrap'),
      '@mantine/core/esm/utils/Floating/',
      'node_modules/@floating-ui/',
      '@mantine/hooks/esm/(?:use-focus-return|use-focus-trap)/',
    ),
  },
  {
    name: 'dialogs',
    minShareCount: 2,
    test: paths(
      mantine('Modal|ModalBase|ScrollArea'),
      'node_modules/react-remove-scroll',
      ui('Modal|StaleSaveDialogContent'),
      'web/src/shared/useConfirmation\\.',
    ),
  },
  {
    name: 'pickers',
    minShareCount: 3,
    test: paths(
      mantine('Popover'),
      '@mantine/core/esm/components/Combobox/(?!get-options-lockup|OptionsDropdown|use-pills-reorder)',
      '@mantine/hooks/esm/(?:use-click-outside|use-long-press)/',
      ui('AsyncPicker|ExportButton'),
      'web/src/shared/DeveloperPicker',
    ),
  },
  {
    // What few pages show immediately: lists to choose from, and drawers.
    name: 'selects',
    minShareCount: 2,
    test: paths(mantine('Combobox|Drawer|MultiSelect|Select'), ui('Drawer|Toggle')),
  },
  // Pages without forms load texts without the schemas of forms.
  {
    name: 'accountTexts',
    minShareCount: 2,
    test: paths('web/src/texts/(?:accounts|factors|notifications|securityEvents)\\.'),
  },
  { name: 'tokenTexts', minShareCount: 2, test: paths('web/src/texts/personalTokens\\.') },
  {
    name: 'suspensions',
    minShareCount: 2,
    test: paths('domain/src/accounts/suspensions/rules\\.', 'web/src/texts/suspensions\\.'),
  },
  { name: 'appTexts', minShareCount: 2, test: paths('web/src/texts/(?:credentials|settings)\\.') },
  {
    name: 'uploads',
    minShareCount: 2,
    test: paths(
      mantine('LoadingOverlay'),
      'node_modules/(?:@mantine/dropzone|react-dropzone|attr-accept|file-selector)/',
      'web/src/apps/(?:AppLogo|LogoField\\.tsx|UploadProgress|checkPicture)',
    ),
  },
  {
    name: 'forms',
    minShareCount: 2,
    test: paths(
      'node_modules/@mantine/form/',
      mantine('PasswordInput'),
      ui('FormShell|PasswordField|QuickTip|useSchemaForm'),
      'domain/src/oauth/environments\\.',
      'web/src/apps/(?:settingsValues|useUpload)\\.',
      'web/src/texts/uploads\\.',
      'web/src/shared/useStaleSave\\.',
      'web/src/\\w+/lazySchema\\.',
    ),
  },
  {
    name: 'listings',
    minShareCount: 2,
    test: paths(
      'domain/src/listings/(?:choices|countries|emptyContent|limits|lists)\\.',
      'web/src/marketplace/(?:ListingBadges|ListingLogo)',
      'web/src/texts/marketplace\\.',
    ),
  },
  {
    name: 'marketplace',
    minShareCount: 2,
    test: paths('domain/src/marketplace/rules\\.', 'web/src/marketplace/queries\\.'),
  },
  {
    // What staff and developers edit of an app.
    name: 'appForms',
    minShareCount: 2,
    test: paths(
      'domain/src/credentials/secrets\\.',
      'web/src/shared/(?:RedirectFields|RedirectsForm|useRedirectLabels)\\.',
    ),
  },
  {
    // What the listing editor shows at first.
    name: 'listingEditor',
    minShareCount: 2,
    test: paths(
      mantine('SegmentedControl|FloatingIndicator'),
      'web/src/listings/(?:Listing\\.module|listingDraft|editor/|review/LazyAdminMessage)',
      'web/src/listings/fields/(?:AppFields|Fields\\.module|ListingField|ReleaseFields)',
      'web/src/(?:app/LazyListingPreview|texts/listings|ui/LineBanner)',
    ),
  },
  { name: 'listingFiles', minShareCount: 2, test: paths('web/src/listings/media/') },
  {
    // Its other sections load together, because each is small.
    name: 'listingSections',
    test: paths('web/src/listings/fields/(?!SecuritySheet|StaffFields)', ui('LazyMultiSelect')),
  },
  {
    name: 'adminApp',
    minShareCount: 2,
    test: paths(
      'web/src/app/AdminAppLoading',
      'web/src/apps/PendingOwner',
      'web/src/shared/useWorksOn',
      'web/src/texts/(?:adminApp|credentialSuspensions)\\.',
    ),
  },
  {
    name: 'accounts',
    minShareCount: 2,
    test: paths(
      'domain/src/accounts/factors/rules\\.',
      'web/src/accounts/(?:factors/PasskeyNote|factors/queries|NameFields)\\.',
    ),
  },
  {
    // What the user's account page and its subpages share.
    name: 'account',
    minShareCount: 2,
    test: paths(
      '@mantine/hooks/esm/use-debounced-value/',
      'domain/src/(?:accounts/(?:deletion|emailChanges|passwords)|notificationPreferences)(?!.*contract)',
      'web/src/accounts/(?:NewPasswordFields|PasswordMeter|passwordCheck|deletion/|emailChanges/)',
      'web/src/notificationPreferences/queries\\.',
      'web/src/texts/(?:accountDeletion|emailChanges|notificationPreferences)\\.',
    ),
  },
  { name: 'copyField', minShareCount: 2, test: paths(ui('CopyField')) },
  {
    name: 'sandboxes',
    minShareCount: 2,
    test: paths(
      'web/src/sandboxes/(?:queries|Sandbox)',
      'web/src/(?:credentials/SandboxSecret|shared/OneTimeDialog)\\.',
      'web/src/texts/sandboxes\\.',
    ),
  },
  {
    // The pages of the reference and the changelog.
    name: 'reference',
    minShareCount: 2,
    test: paths(
      'domain/src/reference/calls\\.',
      'web/src/reference/(?:BranchSelect|Reference|branchAddress|context|queries)\\.',
      'web/src/texts/reference\\.',
    ),
  },
  {
    // The tabs Configurations and Versions.
    name: 'manifests',
    minShareCount: 2,
    test: paths(
      'domain/src/(?:json|manifests|permissions)/(?!contract|syntaxProblem)',
      'web/src/app/developerRights\\.',
      'web/src/manifests/queries\\.',
      'web/src/manifests/review/RejectionNote',
      'web/src/manifests/versions/(?:ManifestDialog|NewVersion\\w+|PausedNotice|Promotion|promotedApps|useCreateVersion|useNewVersionDecision|versionActions|VersionEnvironment)\\.',
      'web/src/manifests/editor/(?:draft|DraftNotes|lazyEditor|manifestDraft|manifestText|pointers|saveFailure)\\.',
      'web/src/texts/(?:components|configurations|dataConnector|drafts|manifests)\\.',
    ),
  },
  {
    // Lists of versions.
    name: 'versions',
    minShareCount: 2,
    test: paths(
      mantine('Anchor'),
      'web/src/app/AppManifests',
      'web/src/manifests/versions/useNewestVersions',
    ),
  },
  // What validates forms loads after them. Last, so that it only includes what no page needs initially.
  {
    name: 'schemas',
    minShareCount: 2,
    test: paths(
      'node_modules/zod/',
      'web/src/zod\\.',
      'web/src/http/readReply\\.',
      'domain/src/http/(?:endpoint|fields|filters|lenient|listFields)\\.',
    ),
  },
  {
    name: 'appSchemas',
    minShareCount: 2,
    test: paths(
      'domain/src/(?:apps|apps/contacts|credentials|listings|sandboxes)/contract\\.',
      'domain/src/listings/content\\.',
      'web/src/shared/redirectSchema\\.',
    ),
  },
  {
    name: 'accountSchemas',
    minShareCount: 2,
    test: paths('domain/src/accounts/(?:\\w+/)?contract\\.'),
  },
]
