import { Group, Text } from '@mantine/core'
import { IconClockHour4, IconClockX } from '@tabler/icons-react'
import { appRoles } from '@trestle/domain/access/roles.ts'
import type { AppRole } from '@trestle/domain/apps/contract.ts'
import type { Collaborator, Invitation } from '@trestle/domain/collaborators/contract.ts'
import {
  isRoleOffered,
  checkRemoval,
  checkRoleChange,
  checkTransfer,
  type MemberStatus,
} from '@trestle/domain/collaborators/rules.ts'
import { useTranslation } from 'react-i18next'
import { SearchedTable } from '../shared/SearchedTable.tsx'
import '../texts/collaborators.ts'
import { Badge } from '../ui/Badge.tsx'
import { fullDate } from '../ui/dates.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { Column } from '../ui/Table.tsx'
import type { Question } from './CollaboratorDialog.tsx'
import classes from './CollaboratorsTable.module.css'
import type { RoleChoices } from './queries.ts'

/** Moves the focus when a row's dialog closes: to the row's menu, or to the table if the row is gone. */
export function focusLine(table: HTMLElement | null, id: string): void {
  const menu = table?.querySelector<HTMLElement>(`[data-line="${id}"] button`)
  const target = menu ?? table
  target?.focus()
}

/** A row of the table: a collaborator or an invited address. */
export type Line =
  | { kind: 'person'; id: string; person: Collaborator; memberStatus: MemberStatus }
  | { kind: 'invitation'; id: string; invitation: Invitation; memberStatus: MemberStatus }

export const personLine = (person: Collaborator, ownId: number | undefined): Line => ({
  kind: 'person',
  id: `person-${person.id}`,
  person,
  memberStatus: {
    name: person.name,
    role: person.role,
    isSelf: person.developer_id === ownId,
    isPending: false,
  },
})

export const invitationLine = (invitation: Invitation): Line => ({
  kind: 'invitation',
  id: `invitation-${invitation.id}`,
  invitation,
  memberStatus: { name: invitation.email, role: invitation.role, isSelf: false, isPending: true },
})

interface CollaboratorsTableProps {
  lines: Line[]
  /** The signed-in developer's role on this app. */
  role: AppRole | null
  canEdit: boolean
  choices: RoleChoices
  onChoose: (person: Collaborator, role: AppRole) => void
  onAsk: (question: Question) => void
  onResend: (invitation: Invitation) => void
}

const textOf = (line: Line) =>
  line.kind === 'person' ? `${line.person.name}\n${line.person.email}` : line.invitation.email

/** Shows collaborators and invitations in one table, with roles as radio buttons (COLL-04, COLL-06). */
export function CollaboratorsTable({ lines, canEdit, ...props }: CollaboratorsTableProps) {
  const { t } = useTranslation()
  const roleColumns = appRoles.map((role, index): Column<Line> => ({
    key: role,
    label: t(`collaborators.roles.${role}`),
    folds: true,
    folded: (line) => index === 0 && <Roles line={line} {...props} />,
    cell: (line) => <RoleRadio line={line} column={role} {...props} />,
  }))
  const menu: Column<Line> = {
    key: 'menu',
    label: t('collaborators.tab.actions'),
    hideLabel: true,
    align: 'right',
    cell: (line) => (
      <span data-line={line.id}>
        <LineMenu line={line} {...props} />
      </span>
    ),
  }
  return (
    <SearchedTable
      label={t('collaborators.tab.table')}
      columns={[
        { key: 'name', label: t('collaborators.tab.person'), cell: (line) => <Name line={line} /> },
        ...roleColumns,
        ...(canEdit ? [menu] : []),
      ]}
      rows={lines}
      placeholder={t('collaborators.tab.search')}
      textOf={textOf}
      rowKey={(line) => line.id}
      empty={<EmptyState title={t('collaborators.tab.empty')} />}
    />
  )
}

function Name({ line }: { line: Line }) {
  const { t } = useTranslation()
  if (line.kind === 'invitation') return <InvitedName invitation={line.invitation} />
  return (
    <div className={classes['name']}>
      <Group gap="xs">
        <span>{line.person.name}</span>
        {line.memberStatus.isSelf && <Badge>{t('collaborators.tab.you')}</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {line.person.email}
      </Text>
    </div>
  )
}

function InvitedName({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const isExpired = invitation.status === 'expired'
  const Icon = isExpired ? IconClockX : IconClockHour4
  const when = { name: invitation.invited_by, date: fullDate(invitation.expires_at) }
  return (
    <div className={classes['name']}>
      <Group gap="xs">
        <span>{invitation.email}</span>
        <Badge tone={isExpired ? 'neutral' : 'warning'} icon={<Icon size="0.875rem" aria-hidden />}>
          {t(isExpired ? 'collaborators.tab.expired' : 'collaborators.tab.pending')}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {t(isExpired ? 'collaborators.tab.expiredOn' : 'collaborators.tab.expires', when)}
      </Text>
    </div>
  )
}

type RolesProps = Omit<RoleRadioProps, 'column'>

/** Shows a row's radios next to their labels on a phone, or only the role if it can't be changed. */
function Roles(props: RolesProps) {
  const { t } = useTranslation()
  const { role, line } = props
  const { memberStatus } = line
  if (checkRoleChange(role, memberStatus)) return t(`collaborators.roles.${memberStatus.role}`)
  return (
    <span className={classes['roles']}>
      {appRoles.map((column) => (
        <RoleRadio key={column} {...props} column={column} label={t(`collaborators.roles.${column}`)} />
      ))}
    </span>
  )
}

interface RoleRadioProps extends Pick<CollaboratorsTableProps, 'role' | 'choices' | 'onChoose'> {
  line: Line
  column: AppRole
  /** Shown next to the radio where columns have no heading. */
  label?: string
}

/**
 * The owner's radio is always disabled; the others are disabled for oneself, the owner and invitees (COLL-10, COLL-11).
 */
function RoleRadio({ line, column, label, role, choices, onChoose }: RoleRadioProps) {
  const { t } = useTranslation()
  const { memberStatus } = line
  const refusal = checkRoleChange(role, memberStatus)
  const isOff = column === 'owner' || refusal !== null || !isRoleOffered(memberStatus.role, column)
  const chosen = line.kind === 'person' ? (choices[line.person.id] ?? memberStatus.role) : memberStatus.role
  return (
    <label className={classes['radio']} title={refusal?.message}>
      <input
        type="radio"
        name={`role-${line.id}`}
        aria-label={t('collaborators.tab.roleOf', {
          role: t(`collaborators.roles.${column}`),
          name: memberStatus.name,
        })}
        checked={chosen === column}
        disabled={isOff}
        onChange={() => {
          if (line.kind === 'person') onChoose(line.person, column)
        }}
      />
      {label}
    </label>
  )
}

interface LineMenuProps extends Pick<CollaboratorsTableProps, 'role' | 'onAsk' | 'onResend'> {
  line: Line
}

function LineMenu({ line, role, onAsk, onResend }: LineMenuProps) {
  const { t } = useTranslation()
  const { memberStatus } = line
  if (line.kind === 'invitation') {
    const { invitation } = line
    return (
      <Dropdown
        name={memberStatus.name}
        items={[
          { key: 'resend', label: t('collaborators.menu.resend'), onSelect: () => onResend(invitation) },
          {
            key: 'cancel',
            label: t('collaborators.menu.cancel'),
            danger: true,
            onSelect: () => onAsk({ action: 'cancel', invitation }),
          },
        ]}
      />
    )
  }
  const { person } = line
  return (
    <Dropdown
      name={memberStatus.name}
      items={[
        {
          key: 'transfer',
          label: t('collaborators.menu.transfer'),
          disabledReason: checkTransfer(role, memberStatus)?.message ?? null,
          onSelect: () => onAsk({ action: 'transfer', person }),
        },
        {
          key: 'remove',
          label: t('collaborators.menu.remove'),
          danger: true,
          disabledReason: checkRemoval(role, memberStatus)?.message ?? null,
          onSelect: () => onAsk({ action: 'remove', person }),
        },
      ]}
    />
  )
}
