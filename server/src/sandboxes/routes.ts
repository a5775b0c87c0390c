import * as contract from '@trestle/domain/sandboxes/contract.ts'
import { route } from '../http/route.ts'
import { generateFakeSandbox } from './fake.ts'
import { requestSandbox } from './request.ts'
import { resetSandboxSecret } from './resetSecret.ts'
import { updateSandbox } from './update.ts'

export const sandboxRoutes = [
  route(contract.requestSandbox, {
    access: 'signedIn',
    isAbsentInGovernmentCloud: true,
    handle: ({ actor, services, params }) => requestSandbox(services, actor, params.id),
  }),
  route(contract.generateFakeSandbox, {
    access: 'signedIn',
    isAbsentInGovernmentCloud: true,
    handle: ({ actor, services, params }) => generateFakeSandbox(services, actor, params.id),
  }),
  route(contract.updateSandbox, {
    access: 'signedIn',
    isAbsentInGovernmentCloud: true,
    handle: ({ actor, services, params, body }) => updateSandbox(services, actor, params.id, body),
  }),
  route(contract.resetSandboxSecret, {
    access: 'signedIn',
    isAbsentInGovernmentCloud: true,
    handle: ({ actor, services, params, body }) =>
      resetSandboxSecret(services, actor, { id: params.id, confirmed: body?.confirmed }),
  }),
]
