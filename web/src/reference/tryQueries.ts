import { queryOptions, useMutation } from '@tanstack/react-query'
import { listDeveloperApps } from '@trestle/domain/apps/calls.ts'
import { mayUseSandbox } from '@trestle/domain/apps/nextStep.ts'
import { tryCall } from '@trestle/domain/platformApi/calls.ts'
import { call, type RequestFor } from '../http/call.ts'
import { appKeys } from '../shared/appKeys.ts'
import { appDetail } from '../shared/queries.ts'

/** The apps to choose from, most recently changed by the user. */
const triedApps = { per_page: 100, sort: '-updated_at' } as const

/** Lists the apps whose sandbox credentials the user can use. Guests of an app can't. */
export const appsToTry = () =>
  queryOptions({
    queryKey: appKeys.list(triedApps),
    queryFn: ({ signal }) => call(listDeveloperApps, { query: triedApps }, { signal }),
    select: ({ rows }) => rows.filter(mayUseSandbox),
  })

/** The company of an app's sandbox, which calls name. */
export const sandboxCompany = (appId: number) =>
  queryOptions({
    ...appDetail(appId),
    select: ({ sandbox }) => String(sandbox?.company_id ?? ''),
  })

export type TryInput = RequestFor<typeof tryCall>['body'] & { appId: number }

export const useTryCall = () =>
  useMutation({
    mutationFn: ({ appId, ...body }: TryInput) => call(tryCall, { params: { id: appId }, body }),
  })
