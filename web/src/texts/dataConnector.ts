import { addTexts } from './loaded.ts'

export const dataConnector = {
  lead: 'How the app calls the {{platform}} API.',
  userLevel: 'User-level authentication',
  userLevelHint:
    'Users sign in to the app with their {{platform}} account. The app acts on their behalf, with their permissions.',
  serviceAccount: 'Service account',
  serviceAccountHint:
    'The app acts on its own behalf, with the permissions you choose here. A company agrees to them when it installs the app. Requires user-level authentication.',
  documentation: 'About service accounts',
  blocked: {
    locked: "You can't turn this off. A version that uses it is in production, and companies may rely on it.",
    serviceAccount: 'Required by the service account.',
    notCapable:
      'This version uses schema version 3 and has no data connector. To convert it to schema version 4.1, create a version as JSON.',
    publicApp:
      "This app is public and can't keep a client secret, so a service account doesn't work. Only platform staff can make it confidential.",
    noBuilder:
      "The permission builder is turned off. Change the service account's permissions as JSON in the manifest editor.",
  },
  tools: 'Service account tools',
  tool: 'Tool',
  scope: 'Where',
  level: 'Level',
  scopes: { company: 'Company', project: 'Project' },
  edit: 'Edit permissions',
  turnOff: {
    title: 'Turn off user-level authentication?',
    detail:
      "The app has no service account either, so the next version has no data connector. Users can't sign in to the app with their {{platform}} account, and the app can't call the API.",
    until: 'Nothing changes until you create a version.',
    confirm: 'Turn off',
  },
} as const

addTexts('dataConnector', dataConnector)
