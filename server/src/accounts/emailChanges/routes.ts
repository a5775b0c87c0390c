import * as contract from '@trestle/domain/accounts/emailChanges/contract.ts'
import { route, type Route } from '../../http/route.ts'
import { confirmEmailChange, readEmailChange } from './confirmChange.ts'
import { cancelEmailChange } from './cancelChange.ts'
import { readPendingChange } from './readPendingChange.ts'
import { requestEmailChange } from './requestChange.ts'
import { readEmailUndo, undoEmailChange, type UndoDependencies } from './revertChange.ts'

export const emailChangeRoutes = (dependencies: UndoDependencies): Route[] => [
  route(contract.requestEmailChange, {
    access: 'signedIn',
    handle: ({ actor, body, services, client }) => requestEmailChange(services, actor, client, body.email),
  }),
  route(contract.getPendingEmailChange, {
    access: 'signedIn',
    handle: ({ actor, services }) => readPendingChange(services, actor),
  }),
  route(contract.cancelEmailChange, {
    access: 'signedIn',
    handle: ({ actor, services, client }) => cancelEmailChange(services, actor, client),
  }),
  route(contract.getEmailChange, {
    access: 'anyone',
    handle: ({ actor, params, services }) => readEmailChange(services, actor, params.token),
  }),
  route(contract.confirmEmailChange, {
    access: 'signedIn',
    handle: ({ actor, body, services, client }) => confirmEmailChange(services, actor, client, body.token),
  }),
  route(contract.getEmailUndo, {
    access: 'anyone',
    handle: ({ params, services }) => readEmailUndo(services, params.token),
  }),
  route(contract.undoEmailChange, {
    access: 'anyone',
    handle: ({ body, by, services, client }) =>
      undoEmailChange(services, client, by, body.token, dependencies),
  }),
]
