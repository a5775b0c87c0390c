import { Button, Group, Stack, Text } from '@mantine/core'
import { IconLayoutSidebarRight, IconMaximize, IconPlus } from '@tabler/icons-react'
import {
  possibleTypes,
  withComponent,
  withoutComponent,
} from '@trestle/domain/manifests/configurations/components.ts'
import type { Component, ConfiguredContent } from '@trestle/domain/manifests/contract.ts'
import { componentTypes, type ComponentType } from '@trestle/domain/manifests/document/parts.ts'
import { expandViews, views } from '@trestle/domain/manifests/configurations/views.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/components.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DangerButton } from '../../ui/DangerButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import type { ComponentDrawerProps } from './ComponentDrawer.tsx'
import type { EditedComponent } from './ComponentForm.tsx'
import classes from './ComponentsCard.module.css'
import { ReasonButton } from '../ReasonButton.tsx'
import { useEditing } from './useEditing.ts'
import { useLast } from '../../ui/useLast.ts'

const ComponentDrawer = lazyOverlay<ComponentDrawerProps>(() =>
  import('./ComponentDrawer.tsx').then((m) => m.ComponentDrawer),
)

interface ComponentsCardProps {
  configured: ConfiguredContent
  onChange: (configured: ConfiguredContent) => void
  /** Why the card is read-only; null when it can be edited. */
  disabledReason: string | null
  isGovernmentCloud: boolean
  /** While the form is open, saving is disabled (CONF-41). */
  onEditing: (isOpen: boolean) => void
  /** What the card needs before a version can be created. */
  problem: string | null
}

interface Stored {
  type: ComponentType
  component: Component
}

/** Shows the app's side panel and its full screen component (CONF-14 to CONF-19). */
export function ComponentsCard(props: ComponentsCardProps) {
  const { configured, onChange, disabledReason, isGovernmentCloud, onEditing, problem } = props
  const { t } = useTranslation()
  const [edited, setEdited] = useState<EditedComponent>({ types: [] })
  const [isOpen, setIsOpen] = useState(false)
  const [deleting, setDeleting] = useState<Stored | null>(null)
  const [deleted, setDeleted] = useState<ComponentType | null>(null)
  const card = useRef<HTMLDivElement>(null)
  useEditing(isOpen, onEditing)
  const open = (component: EditedComponent) => {
    setDeleted(null)
    setEdited(component)
    setIsOpen(true)
  }
  const save = (type: ComponentType, component: Component) => {
    setIsOpen(false)
    onChange(withComponent(configured, type, component))
  }
  const remove = (type: ComponentType) => {
    onChange(withoutComponent(configured, type))
    setDeleted(type)
    // The button that opened the dialog is gone, so the focus goes to the card.
    setTimeout(() => card.current?.focus())
  }
  const present = componentTypes.filter((type) => configured[type])
  return (
    <Stack gap="md" ref={card} tabIndex={-1} className={classes['card'] ?? ''}>
      <Text size="sm" c="dimmed">
        {t(isGovernmentCloud ? 'components.leadGovCloud' : 'components.lead')}
      </Text>
      {problem !== null && <Banner tone="danger" title={problem} />}
      {present.length === 0 && (
        <EmptyState title={t('components.emptyTitle')} detail={t('components.emptyDetail')} />
      )}
      <ComponentList {...props} onEdit={open} onDelete={setDeleting} />
      <AddButton
        types={possibleTypes(configured, isGovernmentCloud)}
        disabledReason={disabledReason}
        isGovernmentCloud={isGovernmentCloud}
        onAdd={(types) => open({ types })}
      />
      <output className="visually-hidden">
        {deleted && t('components.deleted', { type: t(`components.typeInText.${deleted}`) })}
      </output>
      <ComponentDrawer opened={isOpen} edited={edited} onClose={() => setIsOpen(false)} onSave={save} />
      <DeleteDialog requested={deleting} onDelete={remove} onClose={() => setDeleting(null)} />
    </Stack>
  )
}

interface AddButtonProps {
  types: ComponentType[]
  disabledReason: string | null
  isGovernmentCloud: boolean
  onAdd: (types: ComponentType[]) => void
}

function AddButton({ types, disabledReason, isGovernmentCloud, onAdd }: AddButtonProps) {
  const { t } = useTranslation()
  const full = t(isGovernmentCloud ? 'components.fullGovCloud' : 'components.full')
  return (
    <ReasonButton
      variant="default"
      leftSection={<IconPlus size="1rem" aria-hidden />}
      reason={disabledReason ?? (types.length === 0 ? full : null)}
      onClick={() => onAdd(types)}
    >
      {t('components.add')}
    </ReasonButton>
  )
}

interface ComponentListProps extends ComponentsCardProps {
  onEdit: (stored: Stored) => void
  onDelete: (stored: Stored) => void
}

function ComponentList(props: ComponentListProps) {
  const { configured, disabledReason, isGovernmentCloud, onEdit, onDelete } = props
  return (
    <ul className={classes['list']}>
      {componentTypes.map((type) => {
        const component = configured[type]
        if (!component) return null
        return (
          <ComponentItem
            key={type}
            type={type}
            component={component}
            isOff={disabledReason !== null}
            isRefused={isGovernmentCloud && type === 'sidepanel'}
            onEdit={() => onEdit({ type, component })}
            onDelete={() => onDelete({ type, component })}
          />
        )
      })}
    </ul>
  )
}

const icons = { fullscreen: IconMaximize, sidepanel: IconLayoutSidebarRight }

interface ComponentItemProps {
  type: ComponentType
  component: Component
  isOff: boolean
  /** The draft has a side panel, which government cloud does not allow. */
  isRefused: boolean
  onEdit: () => void
  onDelete: () => void
}

function ComponentItem({ type, component, isOff, isRefused, onEdit, onDelete }: ComponentItemProps) {
  const { t } = useTranslation()
  const Icon = icons[type]
  const name = t(`components.typeInText.${type}`)
  return (
    <li className={classes['item']}>
      <Group justify="space-between">
        <h3 className={classes['title']}>
          <Icon size="1.125rem" aria-hidden />
          {t(`components.type.${type}`)}
        </h3>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={isOff || isRefused}
            aria-label={t('components.editOf', { type: name })}
            onClick={onEdit}
          >
            {t('components.edit')}
          </Button>
          <DangerButton
            size="xs"
            disabled={isOff}
            aria-label={t('components.deleteOf', { type: name })}
            onClick={onDelete}
          >
            {t('components.delete')}
          </DangerButton>
        </Group>
      </Group>
      {isRefused && <Banner tone="warning" title={t('components.refusedInGovCloud')} />}
      <ComponentFacts type={type} component={component} />
    </li>
  )
}

function ComponentFacts({ type, component }: { type: ComponentType; component: Component }) {
  const { t } = useTranslation()
  const schema = component.user_configuration?.schema
  const parameters = Object.entries(schema?.properties ?? {})
  return (
    <dl className={classes['facts']}>
      <dt>{t('components.sourceUrl')}</dt>
      <dd>
        <code>{component.source_url}</code>
      </dd>
      {type === 'sidepanel' && (
        <>
          <dt>{t('components.views')}</dt>
          <dd>
            {t('components.viewsOf', { count: expandViews(component.views).length, total: views.length })}
          </dd>
        </>
      )}
      <dt>{t('components.parameters')}</dt>
      <dd>
        {parameters.length === 0 && t('components.noParameters')}
        <ul className={classes['plain']}>
          {parameters.map(([key, { name }]) => (
            <li key={key}>
              {t(schema?.required.includes(key) ? 'components.parameter' : 'components.optionalParameter', {
                name,
                key,
              })}
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}

interface DeleteDialogProps {
  requested: Stored | null
  onDelete: (type: ComponentType) => void
  onClose: () => void
}

function DeleteDialog({ requested, onDelete, onClose }: DeleteDialogProps) {
  const { t } = useTranslation()
  const shown = useLast(requested)
  if (!shown) return null
  const name = t(`components.typeInText.${shown.type}`)
  const count = Object.keys(shown.component.user_configuration?.schema.properties ?? {}).length
  return (
    <ConfirmDialog
      opened={requested !== null}
      onClose={onClose}
      title={t('components.deletion.title', { type: name })}
      confirmLabel={t('components.deletion.confirm')}
      danger
      onConfirm={() => onDelete(shown.type)}
    >
      <Text>
        {shown.type === 'fullscreen'
          ? t('components.deletion.fullscreen')
          : t('components.deletion.sidepanel', { count: expandViews(shown.component.views).length })}{' '}
        {count > 0 && t('components.deletion.parameters', { count })}
      </Text>
      <Text mt="xs">{t('components.deletion.until')}</Text>
    </ConfirmDialog>
  )
}
