import { decideNewVersion } from '@trestle/domain/manifests/rules.ts'
import { useFlags } from '../../http/session.ts'

/** Returns whether the server accepts new versions at the moment (MAN-44, MAN-45). */
export function useNewVersionDecision() {
  const { gov_cloud: isGovernmentCloud, sandbox_manifests_paused: paused } = useFlags()
  return decideNewVersion({ isGovernmentCloud, paused })
}
