import { Stack } from '@mantine/core'
import { Modal } from '../../ui/Modal.tsx'
import classes from './NotesDialog.module.css'
import { useLast } from '../../ui/useLast.ts'

export interface Note {
  heading: string | null
  text: string
}

export interface Reading {
  title: string
  notes: Note[]
}

export interface NotesDialogProps {
  opened: boolean
  /** Null while the dialog is closed. */
  reading: Reading | null
  onClose: () => void
}

/** Shows what someone wrote about a version, such as release notes or review notes, with line breaks. */
export function NotesDialog({ opened, reading, onClose }: NotesDialogProps) {
  const shown = useLast(reading)
  return (
    <Modal opened={opened} onClose={onClose} title={shown?.title}>
      <Stack gap="md">
        {shown?.notes.map(({ heading, text }) => (
          <div key={heading}>
            {heading && <h3 className={classes['heading']}>{heading}</h3>}
            <p className={classes['text']}>{text}</p>
          </div>
        ))}
      </Stack>
    </Modal>
  )
}
