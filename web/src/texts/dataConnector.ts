export const dataConnector = {
  lead: 'How the app calls the API of {{platform}}.',
  userLevel: 'User-level authentication',
  userLevelHint:
    'People sign in to the app with their {{platform}} account, and it may do for them what they may do themselves.',
  serviceAccount: 'Service account',
  serviceAccountHint:
    'The app acts for itself, with the permissions you choose here. A company agrees to them when it installs the app. User-level authentication comes with it.',
  documentation: 'About service accounts',
  blocked: {
    locked: "It can't be turned off: a version with it has been promoted, and companies may rely on it.",
    serviceAccount: 'It stays on as long as the app has a service account.',
    notCapable:
      'This version is written in schema version 3 and has no data connector. Create a version as JSON first: that converts it to schema version 4.1.',
    noBuilder:
      "The permission builder is switched off. Change the service account's permissions as JSON in the manifest editor.",
  },
  tools: 'Tools of the service account',
  tool: 'Tool',
  scope: 'Where',
  level: 'Level',
  scopes: { company: 'Company', project: 'Project' },
  edit: 'Edit permissions',
  turnOff: {
    title: 'Turn off user-level authentication?',
    detail:
      "The app has no service account either, so the next version has no data connector: nobody can sign in to the app with their {{platform}} account, and it can't call the API.",
    until: 'Nothing changes for anybody until you create a version.',
    confirm: 'Turn off',
  },
} as const
