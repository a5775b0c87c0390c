import { Stack, Text } from '@mantine/core'
import type { z } from 'zod'
import { CancelButton } from '../ui/CancelButton.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { LeaveGuard } from './LeaveGuard.tsx'

interface ReasonDialogProps {
  /** The schema of the reason. The field itself has no limit, which would cut off pasted text. */
  schema: z.ZodType<{ reason: string }, { reason: string }>
  opened: boolean
  onClose: () => void
  /** Rejects when the change is refused. The dialog closes when it succeeded. */
  onSubmit: (reason: string) => Promise<void>
  texts: { title: string; detail: string; label: string; hint: string; submit: string; failed: string }
}

/** A reason is part of a sentence in emails and on pages, which line breaks in pasted text would break up. */
const joinLines = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')

/** Asks for the reason for a change that takes something away from someone. */
export function ReasonDialog({ schema, opened, onClose, onSubmit, texts }: ReasonDialogProps) {
  const form = useSchemaForm(schema, { reason: '' })
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={texts.title} size="lg">
      <LeaveGuard unsaved={form.isDirty()} />
      <Stack gap="md">
        <Text>{texts.detail}</Text>
        <FormShell
          form={form}
          labels={{ reason: texts.label }}
          onSubmit={async ({ reason }) => {
            await onSubmit(reason)
            close()
          }}
          submitLabel={texts.submit}
          errorTitle={texts.failed}
          needsChange={false}
          requiredNote={false}
          danger
          cancel={<CancelButton />}
        >
          <GrowingTextarea
            label={texts.label}
            description={texts.hint}
            required
            withAsterisk={false}
            minRows={2}
            data-autofocus
            {...form.getInputProps('reason')}
            onChange={(event) => form.setFieldValue('reason', joinLines(event.currentTarget.value))}
          />
        </FormShell>
      </Stack>
    </Modal>
  )
}
