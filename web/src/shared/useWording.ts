import { useFlags } from '../http/session.ts'

/** Returns the translation context: government cloud has no sandbox and needs other texts. */
export const useWording = (): { context?: 'gov' } => (useFlags().gov_cloud ? { context: 'gov' } : {})
