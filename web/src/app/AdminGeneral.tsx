import { Stack } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useState } from 'react'
import { AdminAppForm } from '../apps/AdminAppForm.tsx'
import type { AdminAppFormState } from '../apps/useAdminAppForm.ts'
import { AdminManifests } from './AdminManifests.tsx'

export interface AdminGeneralProps {
  app: AdminDeveloperApp
  state: AdminAppFormState
}

/** The versions come first if one waits for a decision, and stay there once it is made. */
export function AdminGeneral({ app, state }: AdminGeneralProps) {
  const [isReview] = useState(app.versions.some((version) => version.state === 'in_review'))
  return (
    <Stack gap="lg">
      {isReview && <AdminManifests app={app} />}
      <AdminAppForm app={app} state={state} />
      {!isReview && <AdminManifests app={app} />}
    </Stack>
  )
}
