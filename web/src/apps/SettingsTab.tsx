import { Stack } from '@mantine/core'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { DeleteAppSection } from './DeleteAppSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsCollaborators, SettingsContacts } from './SettingsPeople.tsx'

interface SettingsTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** The Settings tab: the general form of the app, its people, and its end (SET-01). */
export function SettingsTab({ app, permissions }: SettingsTabProps) {
  return (
    <Stack gap="lg">
      {/* With its credentials an app gets more fields: a form of its own. */}
      <SettingsForm key={`${app.id} ${app.credentials !== null}`} app={app} permissions={permissions} />
      <SettingsContacts app={app} />
      <SettingsCollaborators app={app} />
      <DeleteAppSection app={app} permissions={permissions} />
    </Stack>
  )
}
