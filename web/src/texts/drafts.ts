import { addTexts } from './loaded.ts'

export const drafts = {
  saving: 'Backing up your changes',
  savedSeconds: 'Backed up {{age}} s ago',
  savedMinutes: 'Backed up {{age}} min ago',
  savedLongAgo: 'Backed up more than an hour ago',
  waiting: "Your changes aren't backed up yet. We'll keep trying.",
  refused: "Your changes can't be backed up: {{reason}}",
  restored: 'We restored what you typed on {{date}}. Save it to keep it.',
  discard: 'Discard',
  olderTitle: 'Continue with what you typed?',
  older:
    "You typed this on {{date}} and didn't save it. The saved version has changed since then. Compare the two, then choose one to continue with.",
  saved: 'Saved',
  typed: 'Typed by you',
  empty: '(empty)',
  useSaved: 'Discard what I typed',
  useTyped: 'Continue with what I typed',
}

addTexts('drafts', drafts)
