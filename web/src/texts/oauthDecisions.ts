import { eventDays, maxEvents } from '@trestle/domain/oauth/events.ts'
import { addTexts } from './loaded.ts'

export const oauthDecisions = {
  title: 'Why did it fail?',
  description:
    'Apps get only a general error from the OAuth server. Here are the reasons for its last {{maxEvents}} decisions about this app, from the last {{eventDays}} days.',
  show: 'Show decisions',
  hide: 'Hide decisions',
  label: 'Decisions of the OAuth server',
  environment: 'Environment',
  outcome: 'Outcome',
  outcomes: {
    all: 'All',
    issued: 'Issued',
    refused: 'Refused',
  },
  when: 'When',
  action: 'Request',
  reason: 'Reason',
  times: '{{count}} times',
  network: 'Network',
  failed: "The decisions couldn't be loaded",
  none: 'No decisions yet',
  noneDetail: 'A decision appears here a few seconds after the app asks the OAuth server for something.',
  noneRefused: 'Nothing was refused',
  noneIssued: 'Nothing was issued',
  showOther: 'Show decisions in {{environment}}',
  refreshed: 'The list is updated every {{seconds}} seconds.',
  check: {
    title: 'Test credentials',
    description:
      "Find out whether a client ID and secret work together, without changing anything. The secret isn't stored or shown again.",
    clientId: 'Client ID',
    secret: 'Client secret',
    submit: 'Test credentials',
    failed: "The credentials couldn't be tested",
    works: 'These credentials work',
    fails: "These credentials don't work",
  },
} as const

export const oauthDecisionLimits = { eventDays, maxEvents }

addTexts('oauthDecisions', oauthDecisions, oauthDecisionLimits)
