import { addTexts } from './loaded.ts'

export const configurations = {
  keys: {
    title: 'Installation keys',
    description: 'A company uses an app version key to install exactly this version.',
    sandbox: 'Sandbox app version key',
    sandboxUse: "Works only in the app's sandbox company. Use it to try the version.",
    noSandbox: 'Available when you create your first version.',
    production: 'Production app version key',
    productionUse:
      'Works in every company on {{platform}}. Share it with companies that will install the app.',
    noProduction: 'Available when you promote your first version.',
    noProductionGovCloud: 'Available when you create your first version.',
    sandboxUrl: 'Sandbox URL',
    sandboxUrlUse: 'Opens the sandbox company. Sign in with your {{platform}} account.',
    noSandboxUrl: 'Not available.',
  },

  none: 'No version yet',
  emptyDetail:
    'A version describes what the app shows inside {{platform}} and what it can do there. Companies can install the app when it has a version.',
  readOnly: 'You have view-only access to this page. {{reason}}',

  create: 'Create version',
  discard: 'Discard changes',
  editJson: 'Edit as JSON',
  twoViews: 'The cards and the JSON editor show the same manifest. Changes in one appear in the other.',
  unsaved: 'You have unsaved changes.',
  promoteSaved: 'Save or discard your changes first.',

  saveBlock: {
    notAllowed: "Only the app's owner and admins can create versions.",
    paused: 'Creating versions is paused.',
    componentOpen: 'Finish the component first.',
    permissionsOpen: 'Finish the permissions first.',
    validating: 'The manifest is still being validated.',
    invalid: 'Correct the errors below first.',
    numberMissing: 'Choose a version number.',
  },

  discarding: {
    title: 'Discard your changes?',
    detail: 'The cards and the JSON editor go back to version {{version}}. Your changes since then are lost.',
    detailFirst: 'The cards and the JSON editor go back to the template. Your changes since then are lost.',
    confirm: 'Discard changes',
    keep: 'Keep editing',
  },

  saving: {
    title: 'Create New Version of {{app}}',
    unchanged: 'There are no changes. The new version will be the same as {{version}}.',
    basedOn: 'Based on version {{version}}, which stays unchanged.',
    first: 'After you create it, companies can install the app with its app version key.',
    submit: 'Create version',
  },

  components: 'Components',
  connector: 'Data connector',
  instructions: 'Instructions',
  attention: 'Needs attention',

  summary: {
    fullscreen: 'Full screen',
    sidepanel_one: 'Side panel on {{count}} view',
    sidepanel_other: 'Side panel on {{count}} views',
    noComponents: 'No components.',
    userLevel: 'User-level authentication',
    serviceAccount_one: 'Service account with {{count}} tool',
    serviceAccount_other: 'Service account with {{count}} tools',
    noConnector: "The app doesn't call the API.",
    noInstructions: 'Nothing is shown after installation.',
  },

  instruction: {
    lead: 'Shown after someone installs the app. Fill in all three fields or none.',
    notes: 'Notes',
    notesHint: 'What to do next: where to sign in, what to connect, who to ask.',
    label: 'Page label',
    labelHint: 'The text of the link.',
    url: 'Page URL',
    urlHint: 'The page that the link opens, for example https://example.com/setup-guide.',
  },
} as const

addTexts('configurations', configurations)
