import { Stack } from '@mantine/core'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { DeleteAppSection } from './DeleteAppSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsCollaborators, SettingsContacts } from './SettingsPeople.tsx'

interface SettingsTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** Shows the Settings tab: general form, contacts, collaborators and deletion (SET-01). */
export function SettingsTab({ app, permissions }: SettingsTabProps) {
  return (
    <Stack gap="lg">
      <SettingsForm app={app} permissions={permissions} />
      <SettingsContacts app={app} />
      <SettingsCollaborators app={app} />
      <DeleteAppSection app={app} permissions={permissions} />
    </Stack>
  )
}
