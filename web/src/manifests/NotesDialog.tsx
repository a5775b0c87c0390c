import { Stack } from '@mantine/core'
import { Modal } from '../ui/Modal.tsx'
import classes from './NotesDialog.module.css'

export interface Note {
  heading: string | null
  text: string
}

interface NotesDialogProps {
  opened: boolean
  title: string
  notes: Note[]
  onClose: () => void
}

/** What somebody wrote about a version, line breaks and all: release notes, notes of a review. */
export function NotesDialog({ opened, title, notes, onClose }: NotesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        {notes.map(({ heading, text }) => (
          <div key={heading}>
            {heading && <h3 className={classes['heading']}>{heading}</h3>}
            <p className={classes['text']}>{text}</p>
          </div>
        ))}
      </Stack>
    </Modal>
  )
}
