import type { Settings } from '../settings.ts'

/** The settings that emails mention. */
export type MailSettings = Pick<Settings, 'PLATFORM_NAME' | 'PUBLIC_URL' | 'SUPPORT_URL'>

/** Returns the text of an email. */
export const writeText = (...paragraphs: string[]): string => `${paragraphs.join('\n\n')}\n`
