import type { Settings } from '../settings.ts'
import { errorStyleHash } from './errorPage.ts'

/** Makes browsers use only https for a year after the first reply. */
export const strictTransport = { maxAge: 31_536_000, includeSubDomains: true }

export const referrerPolicy = 'same-origin'

/** Forbidden to every document of this server, whatever else its policy allows. */
export const closedDirectives = {
  'default-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

const closedPolicy = Object.entries(closedDirectives)
  .map(([name, sources]) => [name, ...sources].join(' '))
  .join(';')

/** The policy of an uploaded file: a browser shows it, but runs nothing in it. */
export const filePolicy = `${closedPolicy};sandbox`

/**
 * Returns the headers of replies that are sent before the request was understood: helmet's hook doesn't run for them.
 * Every other reply that a browser can show replaces the policy with its own.
 */
export const earlyHeaders = ({ isSecure }: Pick<Settings, 'isSecure'>): Record<string, string> => ({
  'content-security-policy': `${closedPolicy};form-action 'none';style-src ${errorStyleHash}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': referrerPolicy,
  ...(isSecure && {
    'strict-transport-security': `max-age=${strictTransport.maxAge}; includeSubDomains`,
  }),
})
