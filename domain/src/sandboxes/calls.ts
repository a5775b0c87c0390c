import { apiCall } from '../http/apiCall.ts'

export const requestSandbox = apiCall({
  operationId: 'requestSandbox',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/sandbox_requests',
  creates: true,
})

export const generateFakeSandbox = apiCall({
  operationId: 'generateFakeSandbox',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/fake_sandbox',
  creates: true,
})

export const updateSandbox = apiCall({
  operationId: 'updateSandbox',
  method: 'PATCH',
  path: '/api/v1/sandboxes/:id',
})

export const resetSandboxSecret = apiCall({
  operationId: 'resetSandboxSecret',
  method: 'POST',
  path: '/api/v1/sandboxes/:id/reset_secret',
})

export const requestAdminSandbox = apiCall({
  operationId: 'requestAdminSandbox',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/sandbox_requests',
  creates: true,
})

export const resetAdminSandboxSecret = apiCall({
  operationId: 'resetAdminSandboxSecret',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/sandbox/reset_secret',
})
