import { pageAddress } from '@trestle/domain/routes.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { DocumentRoute } from './http/pages.ts'
import { isExampleAddress } from './settingAddresses.ts'

const securityTxtPath = '/.well-known/security.txt'

/** Who reads it later asks for it again. RFC 9116 recommends less than a year. */
const securityTxtDays = 90

/** Drops the milliseconds. */
const formatInstant = (at: Date): string => at.toISOString().replace(/\.\d+/, '')

/** What programs look for at the same address of every website (RFC 8615). */
export const wellKnownDocuments: DocumentRoute[] = [
  {
    /** For password managers (W3C, A Well-Known URL for Changing Passwords). */
    path: '/.well-known/change-password',
    render: async () => ({ redirect: `${pageAddress('account')}#password` }),
  },
  {
    /** Names the contact for reports of vulnerabilities (RFC 9116), which must not be an http address. */
    path: securityTxtPath,
    isOn: ({ settings: { SUPPORT_URL } }) =>
      !isExampleAddress(SUPPORT_URL) && /^(https|mailto):/i.test(SUPPORT_URL),
    type: 'text/plain',
    render: async ({ now, settings }) =>
      [
        `Contact: ${settings.SUPPORT_URL}`,
        `Expires: ${formatInstant(new Date(now().getTime() + securityTxtDays * dayMs))}`,
        'Preferred-Languages: en',
        `Canonical: ${settings.PUBLIC_URL}${securityTxtPath}`,
        '',
      ].join('\n'),
  },
]
