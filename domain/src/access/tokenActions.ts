import { appActions, type AppAction } from './roles.ts'

/** What only a person may do, signed in: no personal access token can have these actions. */
const personOnly = ['app.delete', 'ownership.transfer', 'credentials.reset', 'collaborators.edit'] as const

type PersonOnly = (typeof personOnly)[number]

export type TokenAction = Exclude<AppAction, PersonOnly> | 'apps.create'

const isGrantable = (action: AppAction): action is Exclude<AppAction, PersonOnly> =>
  !personOnly.some((each) => each === action)

/** Everything that a personal access token can be allowed to do: actions on an app, and creating apps. */
export const tokenActions: readonly TokenAction[] = [
  ...(Object.keys(appActions) as AppAction[]).filter(isGrantable),
  'apps.create',
]

/** What a personal access token allows. */
export interface TokenGrant {
  id: number
  actions: readonly TokenAction[]
  /** Null for every app of the token's developer, including later ones. */
  app_ids: readonly number[] | null
}

/** Returns whether a token allows an action, on the apps that it is for. */
export const tokenAllows = (token: TokenGrant, action: AppAction | TokenAction): boolean =>
  token.actions.some((each) => each === action)

/** Returns whether a token is for an app. */
export const tokenReaches = ({ app_ids }: TokenGrant, appId: number): boolean =>
  app_ids === null || app_ids.includes(appId)
