import { queryOptions, useMutation } from '@tanstack/react-query'
import { getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/calls.ts'
import { mayUseSandbox } from '@trestle/domain/apps/nextStep.ts'
import { maxPerPage } from '@trestle/domain/http/paging.ts'
import { call } from '../http/call.ts'
import { signOutTo } from '../http/signOut.ts'
import { paths } from '../paths.ts'
import { appKeys } from '../shared/appKeys.ts'

export const useSignOut = () => useMutation({ mutationFn: () => signOutTo(paths.home()) })

/** Loads the sandbox of the most recently updated app that has a live one. */
export const ownSandbox = () =>
  queryOptions({
    queryKey: appKeys.ownSandbox(),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { rows } = await call(
        listDeveloperApps,
        { query: { per_page: maxPerPage, sort: '-updated_at' } },
        { signal },
      )
      const row = rows.find(mayUseSandbox)
      if (!row) return null
      const app = await call(getDeveloperApp, { params: { id: row.id } }, { signal })
      const { app_id: clientId = null, company_id: companyId = null } = app.sandbox ?? {}
      return clientId === null ? null : { appName: app.internal_name, clientId, companyId }
    },
  })
