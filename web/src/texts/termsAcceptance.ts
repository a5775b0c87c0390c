import { addTexts } from './loaded.ts'

export const termsAcceptance = {
  title: 'The terms have changed',
  detail:
    'Read the new <terms>terms and conditions</terms> and accept them to continue. If you sign out, you are asked again the next time you sign in.',
  leave:
    "If you don't accept them, you can <export>export your data</export> or <remove>delete your account</remove>.",
  accept: 'Accept the terms',
  failed: "The terms weren't accepted",
  signOut: 'Sign out',
  signOutFailed: "You're still signed in",
} as const

addTexts('termsAcceptance', termsAcceptance)
