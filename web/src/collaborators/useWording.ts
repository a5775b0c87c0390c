import { useFlags } from '../http/session.ts'

/** Government cloud has no sandbox: the texts that speak of one have another form there. */
export const useWording = (): { context?: 'gov' } => (useFlags().gov_cloud ? { context: 'gov' } : {})
