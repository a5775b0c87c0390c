import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { readsEverything } from '@trestle/domain/reference/rules.ts'
import { developerApp, findApps } from '../apps/queries.ts'
import { lazyPage } from '../http/retry.ts'
import { useSession } from '../http/session.ts'
import type { ReferenceReader } from '../reference/context.ts'

const Reference = lazyPage(() => import('../reference/Reference.tsx').then((m) => m.Reference))

/** The sandbox of the app the reader worked on last (REF-07). Without one, examples stay general. */
function useSandboxClient(isSignedIn: boolean): ReferenceReader['sandbox'] {
  const { data: apps } = useQuery({ ...findApps(''), enabled: isSignedIn })
  const [first] = apps?.rows ?? []
  const { data: app } = useQuery({ ...developerApp(String(first?.id)), enabled: first !== undefined })
  const clientId = app?.sandbox?.app_id
  return app && clientId ? { appName: app.internal_name, clientId } : null
}

/** Fetched on the first visit, and told by the page's bootstrap data who reads. */
export function ReferenceArea() {
  const { developer, is_admin: isAdmin, is_employee: isEmployee, flags } = useSession()
  const { custom_service_sha: branch } = useSearch({ strict: false })
  const isSignedIn = developer !== null
  const sandbox = useSandboxClient(isSignedIn)
  const mayChoose = readsEverything({ is_admin: isAdmin, is_employee: isEmployee })
  return (
    <Reference
      currentBranch={mayChoose && typeof branch === 'string' && branch !== '' ? branch : undefined}
      isAdmin={isAdmin}
      isEmployee={isEmployee}
      isSignedIn={isSignedIn}
      devApiUrl={flags.dev_api_url}
      sandbox={sandbox}
    />
  )
}
