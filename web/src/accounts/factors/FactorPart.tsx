import { Group, Stack, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface FactorPartProps {
  title: string
  detail: string
  /** What can be done, beside the state. */
  children: ReactNode
}

/** Shows one kind of second factor under a heading of its own. */
export function FactorPart({ title, detail, children }: FactorPartProps) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      </div>
      {children}
    </Stack>
  )
}

/** Shows the state of a factor with its buttons. */
export function FactorState({ state, children }: { state: ReactNode; children: ReactNode }) {
  return (
    <Group gap="md" justify="space-between">
      <Text>{state}</Text>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}
