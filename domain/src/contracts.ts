import * as accounts from './accounts/contract.ts'
import * as factors from './accounts/factors/contract.ts'
import * as accountDeletion from './accounts/deletion/contract.ts'
import * as emailChanges from './accounts/emailChanges/contract.ts'
import * as termsAcceptance from './accounts/termsAcceptance/contract.ts'
import * as suspensions from './accounts/suspensions/contract.ts'
import * as analytics from './analytics/contract.ts'
import * as apps from './apps/contract.ts'
import * as contacts from './apps/contacts/contract.ts'
import * as audit from './audit/contract.ts'
import * as collaborators from './collaborators/contract.ts'
import * as credentials from './credentials/contract.ts'
import * as documentation from './documentation/contract.ts'
import * as drafts from './drafts/contract.ts'
import * as jobs from './jobs/contract.ts'
import * as listings from './listings/contract.ts'
import * as manifests from './manifests/contract.ts'
import * as marketplace from './marketplace/contract.ts'
import * as metrics from './metrics/contract.ts'
import * as notificationPreferences from './notificationPreferences/contract.ts'
import * as notifications from './notifications/contract.ts'
import * as personalTokens from './personalTokens/contract.ts'
import * as oauth from './oauth/contract.ts'
import * as permissions from './permissions/contract.ts'
import * as platformApi from './platformApi/contract.ts'
import * as quotas from './quotas/contract.ts'
import * as reference from './reference/contract.ts'
import * as sandboxes from './sandboxes/contract.ts'
import * as securityEvents from './securityEvents/contract.ts'
import type { ApiCall } from './http/apiCall.ts'
import type { Endpoint } from './http/endpoint.ts'

/** The contract of every call, by the name of its constant. */
export const contracts = {
  ...accounts,
  ...factors,
  ...accountDeletion,
  ...emailChanges,
  ...suspensions,
  ...termsAcceptance,
  ...analytics,
  ...apps,
  ...contacts,
  ...audit,
  ...collaborators,
  ...credentials,
  ...documentation,
  ...drafts,
  ...jobs,
  ...listings,
  ...manifests,
  ...marketplace,
  ...metrics,
  ...notificationPreferences,
  ...notifications,
  ...personalTokens,
  ...oauth,
  ...permissions,
  ...platformApi,
  ...quotas,
  ...reference,
  ...sandboxes,
  ...securityEvents,
}

type Contracts = typeof contracts

/** The whole endpoint of a call. */
export type ContractOf<C extends ApiCall> = C['operationId'] extends keyof Contracts
  ? Contracts[C['operationId']] extends Endpoint
    ? Contracts[C['operationId']]
    : never
  : never
