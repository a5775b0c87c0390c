import { appActions, type AppAction } from './roles.ts'

/** Actions that require a signed-in person. No personal access token can have them. */
const personOnly = ['app.delete', 'ownership.transfer', 'credentials.reset', 'collaborators.edit'] as const

type PersonOnly = (typeof personOnly)[number]

export type TokenAction = Exclude<AppAction, PersonOnly> | 'apps.create'

const isGrantable = (action: AppAction): action is Exclude<AppAction, PersonOnly> =>
  !personOnly.some((each) => each === action)

/** All actions that a personal access token can have: actions on an app, and creating apps. */
export const tokenActions: readonly TokenAction[] = [
  ...(Object.keys(appActions) as AppAction[]).filter(isGrantable),
  'apps.create',
]

/** The actions and apps of a personal access token. */
export interface TokenGrant {
  id: number
  actions: readonly TokenAction[]
  /** Null for all apps of the token's developer, including future ones. */
  app_ids: readonly number[] | null
}

/** Returns whether a token allows an action on its apps. */
export const tokenAllows = (token: TokenGrant, action: AppAction | TokenAction): boolean =>
  token.actions.some((each) => each === action)

/** Returns whether a token is for an app. */
export const tokenReaches = ({ app_ids }: TokenGrant, appId: number): boolean =>
  app_ids === null || app_ids.includes(appId)
