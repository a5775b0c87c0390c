import { addTexts } from './loaded.ts'

export const manifests = {
  version: 'Version {{version}}',
  versionColumn: 'Version',
  created: 'Created',
  createdBy: 'Created {{date}} by {{name}}',
  createdAt: 'Created {{date}}',
  appVersionKey: 'App version key',
  publishedToMarketplace: 'Published to marketplace',
  yes: 'Yes',
  no: 'No',
  viewManifest: 'View manifest',
  viewManifestOf: 'View the manifest of version {{version}}',
  promote: 'Promote',
  promoteVersion: 'Promote version {{version}}',
  jsonParseError: 'The manifest could not be read as JSON.',
  loadOlder: 'Show older versions',
  loadFailed: "The versions couldn't be loaded",

  promotionBlock: {
    noVersion: 'There is no version to promote yet.',
    notAllowed: "Only the app's owner and admins can promote versions.",
    justPromoted: 'Another version was just promoted. Reload the page to promote again.',
    inProduction: 'This version or a newer one is already in production.',
  },

  newVersion: {
    action: 'Create version',
    actionLong: 'Create New Version',
    notAllowed: "Only the app's owner and admins can create versions.",
    pausedTitle: 'New versions are paused',
    paused: 'Creating versions is paused.',
    loadFailed: "The editor couldn't be loaded",
  },

  versionsTab: {
    title: 'Versions',
    description: "All saved versions. A version never changes after it's created.",
    table: 'Versions of {{app}}',
    emptyTitle: 'No versions yet',
    emptyDetail:
      "A version is a snapshot of the app's manifest. Companies can install the app when it has a version.",
  },

  section: {
    title: 'Manifests',
    description: 'Try a version in the sandbox, then promote it to production.',
    descriptionGovCloud: 'The versions that companies can install.',
    descriptionStaff: "The app's versions in the sandbox and in production, and their review.",
    descriptionStaffGovCloud: "The app's versions, and their review.",
    environments: 'Environment',
    showOld_one: 'Show Old Versions ({{count}})',
    showOld_other: 'Show Old Versions ({{count}})',
    hideOld: 'Hide Old Versions',
    sandboxTable: 'Sandbox versions',
    productionTable: 'Production versions',
    actions: 'Actions',
    released: 'Released to production',
    published: 'Published',
    releaseNotes: 'Release notes',
    viewReleaseNotes: 'View',
    viewReleaseNotesOf: 'View the release notes of version {{version}}',
    noReleaseNotes: 'None',
    review: 'Review',
    reviewVersion: '{{action}}: version {{version}}',
    reviewNotAllowed: "Only the app's owner and admins can do this.",
    reviewOwn: 'You work on this app, so someone else has to review it.',
    viewNotes: 'Review notes',
    viewNotesOf: 'Review notes of version {{version}}',
    developerNotes: 'From the developer',
    decision: 'From the reviewer',
    promoted: 'Version {{version}} is in production.',
    emptySandboxTitle: 'No sandbox versions yet',
    emptySandboxDetail: 'Create a version to install the app in the sandbox.',
    emptyProductionTitle: 'Nothing in production yet',
    emptyProductionDetail:
      'Promote a sandbox version, and companies can install it with its app version key.',
    emptyProductionDetailGovCloud: 'Create a version, and companies can install it with its app version key.',
    emptyStaffDetail: 'The app has no versions here yet.',
  },

  manifest: {
    title: 'Manifest of version {{version}}',
    json: 'Manifest as JSON',
    copy: 'Copy manifest',
    copied: 'The manifest of version {{version}} was copied.',
  },

  releaseNotes: {
    title: 'Release notes of version {{version}}',
  },

  review: {
    submit: {
      title: 'Submit version {{version}} for review',
      detail:
        'Platform staff review the version before it can appear on the marketplace. You can withdraw it until they decide.',
      notes: 'Notes for the reviewer',
      notesHint:
        'What the app shows, a test login, example parameters, or anything else that helps reviewers try it.',
    },
    withdraw: {
      title: 'Withdraw version {{version}} from review',
      detail: 'The version leaves the review queue. You can submit it again at any time.',
    },
    approve: {
      title: 'Approve version {{version}}',
      detail: 'The version can be chosen for the marketplace listing. This cannot be undone.',
      notes: 'Message to the developers',
      notesHint: "Emailed to the app's owner and admins, and shown to everyone who works on the app.",
    },
    reject: {
      title: 'Reject version {{version}}',
      detail:
        'The version goes back to its developers, who can correct it in a new version or submit it again.',
      notes: 'Message to the developers',
      notesHint: "Emailed to the app's owner and admins, and shown to everyone who works on the app.",
    },
    superseded: {
      label: 'Superseded',
      reason: "Version {{version}} is already approved, so this version can't be approved anymore.",
      withdraw: 'Withdraw it from review.',
      reject: 'Reject it to take it out of the review queue.',
      detail:
        "The version leaves the review queue. It can't be submitted again, because a newer version is already approved.",
    },
    failed: "The review wasn't changed",
    done: {
      submit: 'Version {{version}} was submitted for review.',
      withdraw: 'Version {{version}} was withdrawn from review.',
      approve: 'Version {{version}} was approved.',
      reject: 'Version {{version}} was rejected.',
    },
  },

  rejection: {
    title: 'Version {{version}} was rejected on {{date}}',
    next: 'Fix it in a new version, or submit this version again when the reason no longer applies.',
  },

  rounds: {
    title: 'Review history',
    description: 'Staff decisions on each submission, newest first.',
    failed: "The review history couldn't be loaded",
    round: 'Round',
    submitted: 'Submitted',
    result: 'Result',
    decided: 'Decided',
    decidedBy: '{{date}} by {{name}}',
    message: 'Message',
    noMessage: 'None',
    in_review: 'Under review',
    withdrawn: 'Withdrawn',
    approved: 'Approved',
    rejected: 'Rejected',
  },

  editor: {
    title: 'Create New Version of {{app}}',
    basedOn: 'Starts from version {{version}}.',
    basedOnEdited: 'Starts from version {{version}}, including your unsaved changes.',
    back: 'Back to the cards',
    discardQuestion:
      "The cards can't use this text. Only your edits in the JSON editor are discarded. The cards stay as they were.",
    basedOnTemplate: 'Starts from the template for schema version {{version}}.',
    basedOnTemplateEdited:
      'Starts from the template for schema version {{version}}, including your unsaved changes.',
    json: 'Manifest, JSON',
    hint: 'Press Tab to leave the editor, Ctrl+F to search, Ctrl+Space to complete, Ctrl+S to create the version.',
    convertedTitle: 'Converted to schema version 4.1',
    converted:
      'Version {{version}} uses schema version 3. Its manifest was converted. Keep a copy of the old one if you need it.',
    convertedText:
      'The manifest used schema version 3. Your change in the cards converted it. To undo this, select Discard changes.',
    dropped_one: "This part isn't supported by the new schema and was removed:",
    dropped_other: "These {{count}} parts aren't supported by the new schema and were removed:",
    nothingDropped: 'Nothing was removed.',
    search: {
      find: 'Find',
      replace: 'Replace',
      next: 'Next',
      previous: 'Previous',
      all: 'Select all',
      matchCase: 'Match case',
      regexp: 'Regular expression',
      byWord: 'Whole words',
      replaceOne: 'Replace',
      replaceAll: 'Replace all',
      close: 'Close',
    },
    insert: 'Insert',
    snippets: 'Component snippets, schema {{schema}}',
    insertSnippet: 'Insert {{title}}',
    copySnippet: 'Copy {{title}}',
    snippetPresent: 'The manifest already has {{key}}.',
    noObject: 'Correct the JSON first.',
    snippetInserted: '{{title}} was added to the end of the manifest.',
    snippetCopied: '{{title}} was copied. Paste it where you need it.',
    templates: 'Start over from a template',
    template: 'Template, schema {{version}}',
    templateInserted: 'The template replaced the text. To get it back, press Ctrl+Z.',
    format: 'Format',
    formatted: 'The text was formatted.',
    permissions: 'Permission builder',
    permissionsApplied: 'The permissions were applied to the manifest.',
    permissionsRefused: "The permissions couldn't be applied because the text isn't a JSON object.",
    number: 'Version number',
    numberHint: 'Major for incompatible changes, minor for new features, patch for fixes.',
    numberHighest: 'The highest version so far is {{version}}.',
    numberFirst: 'This is the first version.',
    numberAutomatic: 'The version number is assigned when you create the version.',
    side: 'Version and validation',
    create: 'Create version',
    waitForCheck: 'The manifest is still being validated.',
    correctFirst: 'Correct the manifest first.',
    checkUnavailable: "The manifest couldn't be validated.",
    created: 'Version {{version}} was created.',
  },

  jump: {
    title: 'Create version {{version}}?',
    detail: "The highest version so far is {{highest}}. After {{version}}, you can't use a lower number.",
    detailFirst: "This is the app's first version. After {{version}}, you can't use a lower number.",
    confirm: 'Create version {{version}}',
    cancel: 'Change the number',
  },

  release: {
    title: 'Create version {{version}} in production',
    titleUnnumbered: 'Create a version in production',
    create:
      "The version is created in production. Companies can install it with its app version key immediately. Its manifest can't be changed afterward.",
    submit: 'Create in production',
  },

  overtaken: {
    title: 'Version {{theirs}} was saved while you were editing',
    person: '{{name}} saved version {{theirs}} on {{date}}.',
    someone: 'Someone else saved version {{theirs}} on {{date}}.',
    detail:
      'Reload to see that version. Your own changes will be lost. If you save anyway, yours becomes the newest version, without the changes made in {{theirs}}.',
    save: 'Save anyway',
    saveAs: 'Save anyway as {{number}}',
  },

  examples: {
    title: 'The manifest still contains example text',
    detail: 'Companies that install the app will see it. Replace or remove it:',
  },

  save: {
    failed: 'Something went wrong when saving the new version.',
  },

  validations: {
    title: 'Validations',
    validating: 'Validating…',
    passed: 'Validation passed',
    errors_one: '{{count}} problem found',
    errors_other: '{{count}} problems found',
    unavailable: "The manifest couldn't be validated",
    failedTitle: 'Error',
    tryAgain: 'Validate again',
    many: 'There are ({{count}}) content violations.',
    show: 'Show',
    hide: 'Hide',
    line: 'Line {{line}}',
    column: 'Line {{line}}, column {{column}}',
  },
} as const

addTexts('manifests', manifests)
