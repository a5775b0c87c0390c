import { Stack } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { AdminAppForm } from '../apps/AdminAppForm.tsx'
import type { AdminAppFormState } from '../apps/useAdminAppForm.ts'
import { AdminManifests } from './AdminManifests.tsx'

export interface AdminGeneralProps {
  app: AdminDeveloperApp
  state: AdminAppFormState
}

export function AdminGeneral({ app, state }: AdminGeneralProps) {
  return (
    <Stack gap="lg">
      <AdminAppForm app={app} state={state} />
      <AdminManifests app={app} />
    </Stack>
  )
}
