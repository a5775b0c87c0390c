export const drafts = {
  saving: 'Saving typed text',
  savedSeconds: 'Typed text: Saved {{age}} s ago',
  savedMinutes: 'Typed text: Saved {{age}} min ago',
  waiting: "Typed text isn't saved yet. We keep trying.",
  refused: "Typed text can't be saved: {{reason}}",
  restored: 'We restored what you typed on {{date}}. It takes effect once you save it.',
  discard: 'Discard it',
  olderTitle: 'Continue with what you typed?',
  older:
    'You typed this on {{date}} and never saved it. Since then, what is saved has changed. Compare both, then choose which one to continue with.',
  saved: 'Saved',
  typed: 'Typed by you',
  empty: '(empty)',
  useSaved: 'Discard what I typed',
  useTyped: 'Continue with what I typed',
}
