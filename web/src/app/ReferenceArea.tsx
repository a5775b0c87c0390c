import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readsEverything } from '@trestle/domain/reference/rules.ts'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { useSession } from '../http/session.ts'
import { ownSandbox } from './queries.ts'

const route = getRouteApi('/reference')

const Reference = lazyComponent(() => import('../reference/Reference.tsx').then((m) => m.Reference))

/** Loads the reference on the first visit. The bootstrap data says who is reading. */
export function ReferenceArea() {
  const { developer, is_admin: isAdmin, is_employee: isEmployee, flags } = useSession()
  const { custom_service_sha: branch } = route.useSearch()
  const isSignedIn = developer !== null
  const { data: sandbox } = useQuery({ ...ownSandbox(), enabled: isSignedIn })
  const mayChoose = readsEverything({ is_admin: isAdmin, is_employee: isEmployee })
  return (
    <Reference
      currentBranch={mayChoose && branch !== '' ? branch : undefined}
      isAdmin={isAdmin}
      isEmployee={isEmployee}
      isSignedIn={isSignedIn}
      devApiUrl={flags.dev_api_url}
      sandbox={sandbox ?? null}
    />
  )
}
