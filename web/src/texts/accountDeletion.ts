import { addTexts } from './loaded.ts'

export const accountDeletion = {
  title: 'Your data',
  detail:
    'Download everything that {{platform}} stores about your account as a JSON file, or delete the account. Your work on other people\'s apps stays, under the name "Deleted developer".',
  export: 'Export your data',
  exportFailed: "Your data wasn't exported",
  file: 'trestle-account.json',
  delete: 'Delete account',
  question: 'Delete your account?',
  effect:
    'You are signed out everywhere and lose your roles on apps. Your profile, passkeys, access tokens, drafts and security log are deleted, and contacts with your email addresses are removed from apps. This cannot be undone.',
  owned: "You can't delete your account while you own apps. Transfer or delete your apps first.",
  ownedApps_one: 'You own an app. Transfer or delete it first.',
  ownedApps_other: 'You own {{count}} apps. Transfer or delete them first.',
  yourApps: 'Apps you own',
  ownedWhere:
    'Transfer an app to another collaborator on its Collaborators tab, or delete it at the bottom of its Settings tab.',
  ownedBeforeTerms:
    "You can't delete your account while you own apps. If you own any, ask <support>support</support> to transfer or delete them first.",
  email: 'Type your email address ({{email}}) to confirm',
  deleted: 'Your account was deleted.',
  failed: "Your account wasn't deleted",
} as const

addTexts('accountDeletion', accountDeletion)
