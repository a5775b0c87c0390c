import { Button, Group, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/adminApp.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toFailure } from '../ui/failure.ts'
import { Section } from '../ui/Section.tsx'
import { ShortList } from '../ui/ShortList.tsx'
import { toast } from '../ui/toast.ts'
import classes from './AdminApp.module.css'
import type { AdminAppPanelProps } from './AdminAppPanel.tsx'

interface Removal {
  title: string
  detail: string
  confirmLabel: string
  /** The text of the toast afterward. */
  done: string
  run: () => Promise<unknown>
}

interface AdminPerson {
  id: number
  name: string
  email: string
  /** Shown below the address, before the button that removes the person. */
  detail: ReactNode
  /** Null if staff can't remove the person. */
  removal: Removal | null
}

interface AdminPeopleProps extends Pick<AdminAppPanelProps, 'onFailure'> {
  title: string
  none: string
  people: readonly AdminPerson[]
  /** Adds someone to the list. */
  children: ReactNode
}

/** Shows a panel section with people of the app, whom staff can remove. */
export function AdminPeople({ title, none, people, onFailure, children }: AdminPeopleProps) {
  return (
    <Section title={title}>
      <Stack gap="sm">
        {people.length === 0 && <p className={classes['none']}>{none}</p>}
        {people.length > 0 && (
          <ShortList rows={people}>
            {(shown) => (
              <ul className={classes['people']}>
                {shown.map((person) => (
                  <Line key={person.id} person={person} onFailure={onFailure} />
                ))}
              </ul>
            )}
          </ShortList>
        )}
        {children}
      </Stack>
    </Section>
  )
}

function Line({ person, onFailure }: Pick<AdminPeopleProps, 'onFailure'> & { person: AdminPerson }) {
  const { name, email, detail, removal } = person
  return (
    <li>
      <strong>{name}</strong>
      <span>{email}</span>
      <Group gap="xs">
        {detail}
        {removal && <RemoveButton name={name} removal={removal} onFailure={onFailure} />}
      </Group>
    </li>
  )
}

interface RemoveButtonProps extends Pick<AdminPeopleProps, 'onFailure'> {
  name: string
  removal: Removal
}

function RemoveButton({ name, removal, onFailure }: RemoveButtonProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    onFailure(null)
    try {
      await removal.run()
      toast('success', removal.done)
    } catch (error) {
      onFailure(toFailure(error))
    }
  }
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        {t('adminApp.panel.remove')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={removal.title}
        confirmLabel={removal.confirmLabel}
        danger
        onConfirm={remove}
      >
        {removal.detail}
      </ConfirmDialog>
    </>
  )
}
