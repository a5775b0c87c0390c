import { enableWithinDays, maxLabelLength, recentDays } from '@trestle/domain/credentials/secrets.ts'
import { addTexts } from './loaded.ts'

export const clientSecrets = {
  production: 'Production client secrets',
  sandbox: 'Sandbox client secrets',
  failed: "The client secrets couldn't be loaded",
  unnamed: 'Client secret',
  lastFour: '•••• {{lastFour}}',
  live: 'Active',
  disabled: 'Disabled, can be enabled until {{date}}',
  ending: 'Will be revoked on {{date}}',
  created: 'Created {{date}}',
  createdBy: 'Created {{date}} by {{name}}',
  used: 'last use: <when/>',
  neverUsed: 'never used',
  leaked: 'Found in public on {{date}}. Replace it and revoke it now.',
  unused:
    "These client secrets don't work, because the app is public and can't keep one. They work again if platform staff make it confidential. Revoke the ones that shouldn't.",
  leakedUnused: 'Found in public on {{date}}. Revoke it now.',
  replace:
    'To replace a secret without an outage, add a second one and revoke the first once nothing uses it anymore. A reset revokes all client secrets and their tokens immediately.',
  add: 'Add a client secret',
  addTitle: 'Add a {{environment}} client secret',
  addDetail:
    'Both secrets work until you revoke one. Deploy the new secret, wait until the old one is no longer used, and then revoke the old one.',
  label: 'Label',
  labelHint: 'Optional. At most {{maxLabelLength}} characters, such as where the secret is used.',
  addFailed: "The client secret wasn't created",
  rename: 'Rename',
  renameTitle: 'Rename {{secret}}',
  renameFailed: "The client secret wasn't renamed",
  renamed: 'Client secret renamed',
  disable: 'Disable',
  disableTitle: 'Disable {{secret}} of {{name}}?',
  disableDetail:
    'It stops working immediately, and so do its access tokens. Users stay signed in through the other secret. You can enable it again within {{enableWithinDays}} days.',
  disableFailed: 'The client secret still works',
  wasDisabled: 'Client secret disabled',
  enable: 'Enable',
  enableTitle: 'Enable {{secret}} of {{name}}?',
  enableDetail: "It works again immediately, and so do its access tokens that haven't expired.",
  enableFailed: 'The client secret is still disabled',
  wasEnabled: 'Client secret enabled',
  end: 'Revoke',
  endTitle: 'Revoke {{secret}} of {{name}}?',
  endDetail:
    'Once revoked, it never works again, and neither do its access tokens. Users stay signed in through the other secret.',
  endUnusedDetail: "It won't work again, even if the app becomes confidential.",
  endWhen: 'When to revoke it',
  endIn: {
    now: 'Now',
    '24h': 'In 24 hours',
    '7d': 'In 7 days',
    '30d': 'In 30 days',
  },
  endFailed: "The client secret wasn't revoked",
  ended: 'Client secret revoked',
  ends: 'Client secret will be revoked on {{date}}',
  recentTokens_zero: 'It issued no tokens in the last {{recentDays}} days.',
  recentTokens_one: 'It issued {{count}} access token in the last {{recentDays}} days.',
  recentTokens_other: 'It issued {{count}} access tokens in the last {{recentDays}} days.',
} as const

export const clientSecretLimits = { maxLabelLength, recentDays, enableWithinDays }

addTexts('clientSecrets', clientSecrets, clientSecretLimits)
