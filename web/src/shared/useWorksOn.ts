import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useSession } from '../http/session.ts'

/** Returns whether the signed-in user works on an app, which no one reviews themselves (decision 6). */
export function useWorksOn({
  owner,
  collaborators,
}: Pick<AdminDeveloperApp, 'owner' | 'collaborators'>): boolean {
  const { developer } = useSession()
  return [owner, ...collaborators.map((each) => each.developer)].some(
    ({ email }) => email === developer?.email,
  )
}
