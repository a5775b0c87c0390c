import type { Component } from '@trestle/domain/manifests/contract.ts'
import type { ComponentType } from '@trestle/domain/manifests/document/parts.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/components.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { ComponentForm, type EditedComponent } from './ComponentForm.tsx'

/** CONF-25, CONST-07. */
const width = 804

export interface ComponentDrawerProps {
  opened: boolean
  edited: EditedComponent
  onSave: (type: ComponentType, component: Component) => void
  onClose: () => void
}

export function ComponentDrawer({ opened, edited, onSave, onClose }: ComponentDrawerProps) {
  const { t } = useTranslation()
  const title = edited.component
    ? t('components.drawer.editTitle', { type: t(`components.typeInText.${edited.type}`) })
    : t('components.drawer.addTitle')
  return (
    <Drawer opened={opened} onClose={onClose} title={title} width={width}>
      <ComponentForm edited={edited} onSave={onSave} />
    </Drawer>
  )
}
