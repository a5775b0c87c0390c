import { emailChangeHours, emailUndoDays } from '@trestle/domain/accounts/emailChanges/rules.ts'
import { addTexts } from './loaded.ts'

export const emailChanges = {
  section: 'Email address',
  note: 'You sign in with <strong>{{email}}</strong>. A new address gets a link that works for {{emailChangeHours}} hours.',
  newEmail: 'New email address',
  missing: 'Enter your new email address.',
  submit: 'Send link',
  failed: "The link wasn't sent",
  pending: {
    title: 'Waiting for confirmation of {{email}}',
    sent: 'Link sent.',
    detail: 'Open the link in this browser to change your address.',
    resend: 'Resend link',
    cancel: 'Cancel change',
    canceled: 'The change to {{email}} was canceled.',
    cancelFailed: "The change wasn't canceled",
  },
  confirm: {
    title: 'Change your email address',
    question: 'Use <strong>{{email}}</strong> for your account? Every other browser is signed out.',
    submit: 'Change address',
    failed: "The address wasn't changed",
    signIn: 'Sign in to the account that requested the change to <strong>{{email}}</strong>.',
    signInButton: 'Sign In',
    otherAccount:
      'This link is for another account. Sign in to the account that requested the change to <strong>{{email}}</strong>.',
    switch: 'Switch account',
    switchFailed: "You're still signed in",
    doneTitle: 'Your email address was changed',
    done: 'Sign in with {{email}} from now on. Your old address can undo the change for {{emailUndoDays}} days.',
  },
  undo: {
    title: 'Undo the change to your email address',
    question:
      'Change the address of the account back to <strong>{{email}}</strong>? Everyone who uses the account is signed out, its password stops working, and second factors, personal access tokens, authorized apps and feed URLs that were added since the change are removed.',
    submit: 'Set address back',
    failed: "The address wasn't changed back",
    doneTitle: 'The address was changed back',
    done: 'The account uses {{email}} again.',
    password:
      'Its password no longer works, because someone else may know it. We emailed you a link to choose a new one.',
    sendAgain: 'Send another link',
    removed: 'These were added after the address was changed, and no longer work:',
    passkeys_one: '{{count}} passkey',
    passkeys_other: '{{count}} passkeys',
    totp: 'The authenticator app',
    recoveryCodes: 'The recovery codes',
    tokens_one: '{{count}} personal access token',
    tokens_other: '{{count}} personal access tokens',
    apps_one: 'The authorization of {{count}} app',
    apps_other: 'The authorizations of {{count}} apps',
    invitations_one: '{{count}} invitation to an app',
    invitations_other: '{{count}} invitations to apps',
    feed: 'The URL of the announcement feed',
    check:
      'Then sign in and check <account>your account page</account> and the collaborators and client secrets of your apps. If something looks wrong, <support>contact support</support>.',
    lockedOut: "If you can't sign in to your account, <support>contact support</support>.",
  },
  loadFailed: "The link couldn't be checked",
  toAccount: 'Go to your account',
} as const

export const emailChangeLimits = { emailChangeHours, emailUndoDays }

addTexts('emailChanges', emailChanges, emailChangeLimits)
