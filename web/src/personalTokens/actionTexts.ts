import type { TokenAction } from '@trestle/domain/access/tokenActions.ts'
import { isTokenActionIn } from '@trestle/domain/personalTokens/rules.ts'
import '../texts/personalTokens.ts'

/** The actions of a token in the order of the form. */
export const actionGroups = {
  apps: ['app.view', 'app.edit', 'apps.create'],
  versions: ['manifest.view', 'manifest.edit'],
  listing: ['listing.view', 'listing.edit', 'listing.submit'],
  credentials: ['credentials.viewProduction', 'credentials.viewSandbox', 'credentials.rotate'],
  sandbox: ['sandbox.edit', 'sandbox.generate'],
  other: ['collaborators.view', 'metrics.view', 'usageReport.request'],
} as const satisfies Record<string, readonly TokenAction[]>

export type ActionGroup = keyof typeof actionGroups

/** Returns the groups that can be chosen. */
export const listActionGroups = (isGovernmentCloud: boolean) =>
  (Object.keys(actionGroups) as ActionGroup[])
    .map((group) => ({
      group,
      actions: actionGroups[group].filter((action) => isTokenActionIn(action, isGovernmentCloud)),
    }))
    .filter(({ actions }) => actions.length > 0)

type Underscored<Action extends string> = Action extends `${infer Subject}.${infer Verb}`
  ? `${Subject}_${Verb}`
  : never

/** Returns the key of the text that says what an action allows. A dot would separate levels of texts. */
export const actionText = <Action extends TokenAction>(action: Action) =>
  `personalTokens.actions.${action.replace('.', '_') as Underscored<Action>}` as const
