export const configurations = {
  keys: {
    title: 'Installation keys',
    description: 'With an app version key a company installs exactly this version.',
    sandbox: 'Sandbox app version key',
    sandboxUse: "Works in the app's sandbox company only: try the version there.",
    noSandbox: 'None yet: it comes with the first version you create.',
    production: 'Production app version key',
    productionUse: 'Works in every company on {{platform}}: give it to those who shall install the app.',
    noProduction: 'None yet: it comes with the first version you promote.',
    noProductionGovCloud: 'None yet: it comes with the first version you create.',
    sandboxUrl: 'Sandbox URL',
    sandboxUrlUse: 'Opens the sandbox company. Sign in with your {{platform}} account.',
    noSandboxUrl: 'Not known.',
  },

  none: 'No version yet',
  emptyTitle: 'This app has no version yet',
  emptyDetail:
    'A version says what the app shows inside {{platform}} and what it may do there. Until the first one exists, no company can install the app.',
  emptyNotAllowed: "The app's owner or one of its admins creates the first version.",
  readOnly: 'You see everything and change nothing here. {{reason}}',

  save: 'Save new version',
  create: 'Create Version',
  discard: 'Discard changes',
  editJson: 'Edit as JSON',
  twoViews: 'The cards and the JSON editor show the same manifest: what one changes, the other shows.',
  unsaved: 'There are changes you have not saved.',
  promoteSaved: 'Save or discard your changes first.',

  saveBlock: {
    notAllowed: "Only the app's owner and admins create versions.",
    paused: 'Creating versions is paused.',
    componentOpen: 'Finish the component first.',
    permissionsOpen: 'Finish the permissions first.',
    invalid: 'Something is missing or wrong below.',
    numberMissing: 'Choose a version number.',
  },

  discarding: {
    title: 'Discard your changes?',
    detail: 'The cards and the JSON editor go back to version {{version}}. What you changed since is lost.',
    detailFirst: 'The cards and the JSON editor go back to the template. What you changed since is lost.',
    confirm: 'Discard changes',
    keep: 'Keep editing',
  },

  saving: {
    title: 'Save a new version of {{app}}',
    unchanged: 'Nothing was changed: the new version will be the same as {{version}}.',
    basedOn: 'Follows version {{version}}, which stays as it is.',
    first: 'Once it exists, companies can install the app by its app version key.',
    submit: 'Create Version',
  },

  components: 'Components',
  connector: 'Data connector',
  instructions: 'Instructions',
  attention: 'Needs attention',

  summary: {
    fullscreen: 'Full screen',
    sidepanel_one: 'Side panel on {{count}} view',
    sidepanel_other: 'Side panel on {{count}} views',
    noComponents: 'No full screen and no side panel component.',
    userLevel: 'User-level authentication',
    serviceAccount_one: 'Service account with {{count}} tool',
    serviceAccount_other: 'Service account with {{count}} tools',
    noConnector: 'The app does not call the API.',
    noInstructions: 'Nothing is shown after the installation.',
  },

  instruction: {
    lead: 'Shown to whoever has just installed the app. Give all three or none.',
    notes: 'Notes',
    notesHint: 'What to do next: where to sign in, what to connect, whom to ask.',
    label: 'Page label',
    labelHint: 'The words of the link.',
    url: 'Page URL',
    urlHint: 'Where the link leads, for example https://example.com/setup-guide.',
  },
} as const
