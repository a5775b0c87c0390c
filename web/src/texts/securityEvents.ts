import { securityEventDays } from '@trestle/domain/securityEvents/kinds.ts'
import { addTexts } from './loaded.ts'

export const securityEvents = {
  title: 'Security Log',
  own: 'Sign-ins to your account, and changes of your password, email address and other security settings. Entries are deleted after {{securityEventDays}} days.',
  unknown: "If you don't recognize an entry, change your password and sign out other browsers.",
  show: 'Show the security log',
  label: 'Security events',
  when: 'When',
  whenUtc: 'When (UTC)',
  event: 'Event',
  by: 'By',
  causes: {
    owner: 'You',
    staff: '{{platform}} staff',
    visitor: "Someone who wasn't signed in",
    portal: '{{platform}}',
  },
  browser: 'Browser',
  network: 'Network',
  detailLabels: {
    count: 'Sessions ended',
    name: 'Name',
    old_email: 'Old address',
    new_email: 'New address',
  },
  none: 'No entries yet',
  noneDetail: 'The first entry appears when someone signs in.',
  description:
    'Sign-ins, including failed attempts, and changes to the security of accounts. Entries are deleted after {{securityEventDays}} days.',
  account: 'Account',
  anyAccount: 'Any account',
  noAccount: 'No account',
  kind: 'Event',
  anyKind: 'Any event',
  typedEmail: 'Typed email address',
  typedEmailHint: 'The exact address',
  networkHint: '203.0.113.0/24',
  kinds: {
    person: 'A deleted account',
    visitor: 'A visitor',
    job: 'A background job',
    command: 'An operator command',
    service: 'A {{platform}} service',
  },
  theOwner: 'The account itself',
} as const

export const securityEventLimits = { securityEventDays }

addTexts('securityEvents', securityEvents, securityEventLimits)
