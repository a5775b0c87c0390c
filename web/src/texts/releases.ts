import { addTexts } from './loaded.ts'

/** Texts of the dialogs that promote, release and approve a version. */
export const releases = {
  promotion: {
    title: 'Promote version {{version}} to production',
    whatHappens: 'What happens',
    copy: "Version {{version}} is copied to production with its own app version key. Its manifest can't be changed afterward.",
    notListed:
      "This doesn't list the version on the marketplace. To list it, submit it for review afterward.",
    locksUserLevel:
      "The version uses user-level authentication. Once it's in production, later versions can't remove it.",
    update:
      "Companies that installed the app with its key are offered the update immediately. Their choice of projects isn't carried over. An admin has to choose the projects again.",
    permissions: 'Service account permissions',
    comparedWith: 'Compared with version {{version}} in production:',
    first: 'This is the first version in production. Companies are asked for these permissions:',
    noPermissionChanges: 'Same as version {{version}} in production.',
    noPermissions: 'None. The app has no service account.',
    stopsAccount:
      "This version has no permissions. Once it's in production, the service account stops working for every company, including those that haven't updated.",
    change: '{{tool}} ({{scope}}): {{from}} → {{to}}',
    scope: { company: 'company', project: 'project' },
    releaseNotes: 'Release notes',
    releaseNotesHint:
      'What is new for the companies that use the app. They become public when the version is approved.',
    submit: 'Promote to production',
    failed: "The version wasn't promoted",
  },

  approval: {
    comparedWith: 'Compared with the approved version {{version}}:',
    first: 'No version is approved yet. Companies are asked for these permissions:',
    noPermissionChanges: 'Same as the approved version {{version}}.',
  },
} as const

addTexts('releases', releases)
