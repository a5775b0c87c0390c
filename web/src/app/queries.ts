import { queryOptions, useMutation } from '@tanstack/react-query'
import { getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/calls.ts'
import { call } from '../http/call.ts'
import { signOutTo } from '../http/signOut.ts'
import { paths } from '../paths.ts'
import { appKeys } from '../shared/appKeys.ts'

export const useSignOut = () => useMutation({ mutationFn: () => signOutTo(paths.home()) })

const appsLookedAt = 8

/** Loads the sandbox of the most recently updated app that has one. */
export const ownSandbox = () =>
  queryOptions({
    queryKey: appKeys.ownSandbox(),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { rows } = await call(
        listDeveloperApps,
        { query: { per_page: appsLookedAt, sort: '-updated_at' } },
        { signal },
      )
      for (const { id } of rows) {
        const app = await call(getDeveloperApp, { params: { id } }, { signal })
        const { app_id: clientId = null, company_id: companyId = null } = app.sandbox ?? {}
        if (clientId !== null) return { appName: app.internal_name, clientId, companyId }
      }
      return null
    },
  })
