import { Group, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface FactorPartProps {
  title: string
  detail: string
  /** The actions next to the state. */
  children: ReactNode
}

/** Shows one kind of second factor under its own heading. */
export function FactorPart({ title, detail, children }: FactorPartProps) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <Title id={id} order={3} size="h3">
          {title}
        </Title>
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
      {state ? <Text>{state}</Text> : <span />}
      <Group gap="xs">{children}</Group>
    </Group>
  )
}
