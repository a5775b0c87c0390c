import type { Settings } from './settings.ts'

/** Returns where to reach support, for plain text: an email address, or an address on the web. */
export const supportContact = ({ SUPPORT_URL }: Pick<Settings, 'SUPPORT_URL'>): string =>
  SUPPORT_URL.replace(/^mailto:/, '')
