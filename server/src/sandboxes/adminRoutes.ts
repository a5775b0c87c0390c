import * as contract from '@trestle/domain/sandboxes/contract.ts'
import { route } from '../http/route.ts'
import { requestSandboxForStaff } from './request.ts'
import { resetSandboxSecretForStaff } from './resetSecret.ts'

export const adminSandboxRoutes = [
  route(contract.requestAdminSandbox, {
    access: 'platformAdmin',
    isAbsentInGovernmentCloud: true,
    handle: ({ actor, services, params }) => requestSandboxForStaff(services, actor, params.id),
  }),
  route(contract.resetAdminSandboxSecret, {
    access: 'platformAdmin',
    isAbsentInGovernmentCloud: true,
    handle: ({ actor, services, params, body }) =>
      resetSandboxSecretForStaff(services, actor, { appId: params.id, confirmed: body?.confirmed }),
  }),
]
