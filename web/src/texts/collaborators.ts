import { invitationDays } from '@trestle/domain/collaborators/rules.ts'
import { addTexts } from './loaded.ts'

export const collaborators = {
  tab: {
    title: 'Collaborators',
    detail:
      "Who works on this app and what they can do. They aren't added to the sandbox company, which has its own directory on {{platform}}.",
    detail_gov: 'Who works on this app and what they can do.',
    notAllowed: "You can't see the collaborators",
    table: 'Collaborators and pending invitations',
    loadFailed: "The collaborators couldn't be loaded",
    invitationsFailed: "The invitations couldn't be loaded",
    empty: 'No collaborators',
    search: 'Search names and emails',
    alone: 'No one else works on this app yet. Add another user to share the work.',
    person: 'Name',
    actions: 'Actions',
    you: 'You',
    pending: 'Pending invitation',
    expires: 'Sent by {{name}}, expires {{date}}',
    expired: 'Expired invitation',
    expiredOn: 'Sent by {{name}}, expired {{date}}',
    roleOf: '{{role}}, for {{name}}',
    viewPermissions: 'View Permission Details',
    add: 'Add Another User',
    save: 'Update Permissions',
    saveFailed: "The permissions weren't updated",
    saved: 'Permissions updated',
    resent: 'Invitation resent to {{email}}',
    resendFailed: "The invitation wasn't resent",
  },
  roles: { owner: 'Owner', admin: 'Admin', developer: 'Developer', user: 'User' },
  roleHints: {
    admin: 'Can change settings, versions, secrets and collaborators.',
    developer: "Can see everything in the app, but can't change what the team shares.",
  },
  menu: {
    transfer: 'Transfer App Ownership',
    remove: 'Remove from Project',
    resend: 'Resend invitation',
    cancel: 'Cancel invitation',
  },
  invite: {
    title: 'Add Another User',
    lead: "We'll email them a link. It works for {{invitationDays}} days, and only for the address you enter here.",
    email: 'Email address',
    role: 'Role',
    submit: 'Send invitation',
    failed: "The invitation wasn't sent",
    sent: 'Invitation sent to {{email}}',
  },
  matrix: {
    title: 'Permission Details',
    capability: 'Permission',
    yes: 'Yes',
    no: 'No',
    lines: {
      viewProduction: 'View production client ID',
      viewSandbox: 'View sandbox credentials',
      viewManifests: 'View manifests',
      editSettings: 'Edit app settings',
      editManifests: 'Create, Modify and Publish Manifests',
      submitListing: 'Submit listing for review',
      resetSecrets: 'Reset secrets',
      updateCollaborators: 'Update collaborator permissions',
      deleteApp: 'Delete app',
    },
    note: 'Only the owner can generate the sandbox and transfer the app. User is a view-only role that only {{platform}} staff can give.',
    note_gov:
      'Only the owner can transfer the app. User is a view-only role that only {{platform}} staff can give.',
  },
  transfer: {
    title: 'Transfer {{app}} to {{name}}?',
    detail:
      '{{name}} ({{email}}) becomes the owner immediately, and you become an admin. You both get an email.',
    effect:
      "After that, you can't delete the app, generate its sandbox or transfer it. Only {{name}} can transfer it back to you.",
    effect_gov:
      "After that, you can't delete the app or transfer it. Only {{name}} can transfer it back to you.",
    confirm: 'Transfer App Ownership',
    failed: "The app wasn't transferred",
    done: '{{name}} now owns {{app}}',
  },
  remove: {
    title: 'Remove {{name}} from {{app}}?',
    detail:
      "{{name}} ({{email}}) loses access immediately, even where they're signed in, and is notified by email.",
    effect:
      'Pending invitations that they sent are canceled. To bring them back, invite them again. Secrets they know keep working until you reset them.',
    confirm: 'Remove from Project',
    failed: "The collaborator wasn't removed",
    done: '{{name}} was removed',
  },
  cancel: {
    title: 'Cancel the invitation for {{email}}?',
    detail: "The link we emailed stops working immediately. We don't notify {{email}}.",
    keep: 'Keep invitation',
    confirm: 'Cancel invitation',
    failed: "The invitation wasn't canceled",
    done: 'Invitation for {{email}} canceled',
  },
  offer: {
    title: 'Invitation',
    work: 'Work on {{app}}',
    offered: '{{name}} invited <strong>{{email}}</strong> to work on the app <strong>{{app}}</strong>.',
    role: 'Your role would be {{role}}.',
    roleMeans: {
      admin: 'You could change settings, versions, secrets and collaborators of the app.',
      developer: 'You could see everything in the app, but not change what the team shares.',
    },
    until: 'The invitation expires on {{date}}.',
    accept: 'Accept invitation',
    acceptFailed: "The invitation wasn't accepted",
    accepted: 'You now work on {{app}}',
    signedOut:
      "Sign in with {{email}} to accept. If you don't have an account with this address yet, sign up with it.",
    signIn: 'Sign In',
    signUp: 'Sign Up',
    wrongAccount:
      'This invitation is for <strong>{{email}}</strong>. You are signed in as <strong>{{own}}</strong>.',
    wrongAccountHint: 'To accept it, switch to the account with that address.',
    switch: 'Switch account',
    switchFailed: "You're still signed in",
    toApps: 'Go to My Apps',
    openApp: 'Open {{app}}',
    alreadyThere: 'You already work on {{app}}.',
    used: 'This invitation was accepted.',
    usedSignIn: 'Sign in with {{email}} to open the app.',
    usedOther: 'It belongs to {{email}}. You are signed in as {{own}}.',
    usedGone: "You're no longer on the app. If you need access, ask for a new invitation.",
    canceled: 'This invitation was canceled.',
    canceledHint: 'If you need access to {{app}}, ask {{name}} for a new one.',
    expired: 'This invitation expired on {{date}}.',
    expiredHint: 'Ask {{name}} to send it again.',
    deadHint:
      'Open the link in the most recent email, or ask the person who invited you to resend the invitation.',
    loadFailed: "The invitation couldn't be loaded",
  },
} as const

export const collaboratorLimits = { invitationDays }

addTexts('collaborators', collaborators, collaboratorLimits)
