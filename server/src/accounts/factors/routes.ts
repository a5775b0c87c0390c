import * as contract from '@trestle/domain/accounts/factors/contract.ts'
import { route, type Route } from '../../http/route.ts'
import {
  cancelOwnFactorReset,
  readFactorResetRejection,
  rejectFactorReset,
} from '../factorResets/cancelReset.ts'
import { createPasskey, startRegistration } from '../passkeys/createPasskey.ts'
import { presentPasskey } from '../passkeys/present.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { updatePasskey } from '../passkeys/updatePasskey.ts'
import { createRecoveryCodes } from '../recoveryCodes/createRecoveryCodes.ts'
import { confirmTotp, createTotp } from '../totp/createTotp.ts'
import { loadSecondFactors } from './present.ts'
import { removePasskey, removeTotp } from './removeFactor.ts'

/** The calls for developers to set up and remove their second factors, and to cancel a reset of them. */
export const factorRoutes: Route[] = [
  route(contract.getSecondFactors, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, services }) => loadSecondFactors(services.db, services, actor),
  }),
  route(contract.listPasskeys, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: async ({ actor, services }) =>
      (await listPasskeys(services.db, actor.id)).map((row) => presentPasskey(row)),
  }),
  route(contract.createPasskeyRegistration, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, services }) => startRegistration(services, actor),
  }),
  route(contract.createPasskey, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, body, client, services }) => createPasskey(services, actor, client, body),
  }),
  route(contract.updatePasskey, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, body, params, services }) =>
      updatePasskey(services, actor, { id: params.id, name: body.name }),
  }),
  route(contract.deletePasskey, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, client, params, services }) => removePasskey(services, actor, client, params.id),
  }),
  route(contract.createTotp, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, services }) => createTotp(services, actor),
  }),
  route(contract.confirmTotp, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, body, client, services }) => confirmTotp(services, actor, client, body.totp),
  }),
  route(contract.deleteTotp, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, client, services }) => removeTotp(services, actor, client),
  }),
  route(contract.cancelOwnFactorReset, {
    access: 'signedIn',
    handle: ({ actor, client, services }) => cancelOwnFactorReset(services, actor, client),
  }),
  route(contract.getFactorResetRejection, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ params, services }) => readFactorResetRejection(services, params.token),
  }),
  route(contract.rejectFactorReset, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ body, by, client, services }) => rejectFactorReset(services, client, by, body.token),
  }),
  route(contract.createRecoveryCodes, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, client, services }) => createRecoveryCodes(services, actor, client),
  }),
]
