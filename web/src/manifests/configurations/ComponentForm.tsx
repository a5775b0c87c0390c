import { Button, Radio, Stack, Text } from '@mantine/core'
import {
  toComponent,
  componentProblems,
  toDraft,
  type ComponentDraft,
  type Problems,
} from '@trestle/domain/manifests/configurations/components.ts'
import type { Component } from '@trestle/domain/manifests/contract.ts'
import type { ComponentType } from '@trestle/domain/manifests/document/parts.ts'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../../shared/LeaveGuard.tsx'
import '../../texts/components.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { isSame } from '../../ui/isSame.ts'
import classes from './ComponentForm.module.css'
import { ParameterFields } from './ParameterFields.tsx'
import { SourceUrlField } from './SourceUrlField.tsx'
import { ViewChooser } from './ViewChooser.tsx'

/** An existing component, or a new one of a type that can still be added. */
export type EditedComponent =
  | { type: ComponentType; component: Component }
  | { types: ComponentType[]; component?: undefined }

interface ComponentFormProps {
  edited: EditedComponent
  onSave: (type: ComponentType, component: Component) => void
}

/** Preselects the type when only one is possible. */
function toStart(edited: EditedComponent): ComponentDraft {
  if (edited.component) return toDraft(edited.type, edited.component)
  const [only, ...others] = edited.types
  return toDraft(others.length === 0 ? (only ?? null) : null)
}

/** Returns the draft, its problems, and the problems to show: those of fields the user has left. */
function useComponentEdits(edited: EditedComponent) {
  const [start] = useState(() => toStart(edited))
  const [draft, setDraft] = useState(start)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const problems = componentProblems(draft)
  const reported = Object.fromEntries(Object.entries(problems).filter(([path]) => left.has(path)))
  return {
    draft,
    problems,
    reported,
    isChanged: !isSame(draft, start),
    change: (changes: Partial<ComponentDraft>) => setDraft((now) => ({ ...now, ...changes })),
    leave: (path: string) => setLeft((paths) => new Set([...paths, path])),
    /** Adding or removing a row shifts the indexes, so the recorded paths no longer match. */
    forgetRows: () =>
      setLeft((paths) => new Set([...paths].filter((path) => !path.startsWith('parameters.')))),
  }
}

export function ComponentForm({ edited, onSave }: ComponentFormProps) {
  const { t } = useTranslation()
  const { draft, problems, reported, isChanged, change, leave, forgetRows } = useComponentEdits(edited)
  const reasonId = useId()
  const reason = useSaveBlock(problems, isChanged || !edited.component)

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null && draft.type) onSave(draft.type, toComponent(draft, edited.component))
  }
  return (
    <form onSubmit={save} noValidate className={classes['form']}>
      <LeaveGuard unsaved={isChanged} />
      <Stack gap="lg" pb="lg">
        <Text size="sm" c="dimmed">
          {t('ui.requiredNote')}
        </Text>
        <TypeField
          edited={edited}
          type={draft.type}
          error={reported['type'] ?? null}
          onChange={(type) => change({ type })}
          onLeave={() => leave('type')}
        />
        <SourceUrlField
          value={draft.source_url}
          parameters={draft.parameters}
          error={reported['source_url'] ?? null}
          onChange={(source_url) => change({ source_url })}
          onLeave={() => leave('source_url')}
        />
        {draft.type === 'sidepanel' && (
          <ViewChooser
            ticked={draft.views}
            error={reported['views'] ?? null}
            onChange={(views) => change({ views })}
            onLeave={() => leave('views')}
          />
        )}
        <ParameterFields
          parameters={draft.parameters}
          problems={reported}
          onChange={(parameters) => {
            if (parameters.length < draft.parameters.length) forgetRows()
            change({ parameters })
          }}
          onLeave={leave}
        />
      </Stack>
      <DialogFooter reason={reason} reasonId={reasonId}>
        <CancelButton />
        <Button
          type="submit"
          disabled={reason !== null}
          aria-describedby={reason === null ? undefined : reasonId}
        >
          {t('components.drawer.save')}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Returns why Save is disabled: the names of the fields with problems. */
function useSaveBlock(problems: Problems, isChanged: boolean): string | null {
  const { t } = useTranslation()
  const names: Record<string, string> = {
    type: t('components.drawer.type'),
    source_url: t('components.sourceUrl'),
    views: t('components.views'),
  }
  const fields = Object.keys(problems).map((path) => {
    const [field = '', index] = path.split('.')
    return names[field] ?? t('components.parameterForm.row', { number: Number(index) + 1 })
  })
  if (fields.length > 0) return t('components.drawer.blocked', { fields: [...new Set(fields)].join(', ') })
  return isChanged ? null : t('ui.noChanges')
}

interface TypeFieldProps {
  edited: EditedComponent
  type: ComponentType | null
  error: string | null
  onChange: (type: ComponentType) => void
  onLeave: () => void
}

function TypeField({ edited, type, error, onChange, onLeave }: TypeFieldProps) {
  const { t } = useTranslation()
  const types = edited.component ? [edited.type] : edited.types
  return (
    <Radio.Group
      label={t('components.drawer.type')}
      description={edited.component && t('components.drawer.typeFixed')}
      required
      value={type}
      error={error}
      onChange={(value) => {
        const chosen = types.find((each) => each === value)
        if (chosen) onChange(chosen)
      }}
      onBlur={onLeave}
    >
      <Stack gap="xs" mt="xs">
        {types.map((each) => (
          <Radio
            key={each}
            value={each}
            label={t(`components.type.${each}`)}
            description={t(`components.drawer.typeHint.${each}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
