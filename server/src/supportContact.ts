import type { Settings } from './settings.ts'

/** Returns the contact for support in plain text: an email address or a web address. */
export const supportContact = ({ SUPPORT_URL }: Pick<Settings, 'SUPPORT_URL'>): string =>
  SUPPORT_URL.replace(/^mailto:/, '')
