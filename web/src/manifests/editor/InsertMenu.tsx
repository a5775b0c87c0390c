import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import type { ManifestContent, SchemaVersion, Snippet } from '@trestle/domain/manifests/contract.ts'
import { schemaVersionText } from '@trestle/domain/manifests/document/parts.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import type { DropdownItem } from '../../ui/Dropdown.tsx'
import { DropdownEntry } from '../../ui/DropdownMenu.tsx'
import { toast } from '../../ui/toast.ts'
import { parseManifest, stringifyManifest } from './manifestText.ts'
import { findConflictingKey, withSnippet } from './textChanges.ts'

export interface EditorBlocks {
  templates: Record<SchemaVersion, ManifestContent>
  snippets: Record<SchemaVersion, Snippet[]>
}

interface InsertMenuProps {
  text: string
  blocks: EditorBlocks
  /** Receives the new text and an announcement. */
  onReplace: (text: string, announcement: string) => void
  onAnnounce: (announcement: string) => void
}

const schemaVersionFor = (text: string): SchemaVersion =>
  schemaVersionText(parseManifest(text) ?? {}) === '3' ? '3' : '4.1'

export function InsertMenu(props: InsertMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start" shadow="md" width="max-content">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size="1rem" aria-hidden />}
          rightSection={<IconChevronDown size="1rem" aria-hidden />}
        >
          {t('manifests.editor.insert')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Boundary>
          <Entries {...props} />
        </Boundary>
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Lists the snippets. Those of version 3 belong deep inside lists, so they are copied; each block of 4.1 has one
 * position.
 *
 * Computed only while the menu is open, not on every key press.
 */
function Entries({ text, blocks, onReplace, onAnnounce }: InsertMenuProps) {
  const { t } = useTranslation()
  const schema = schemaVersionFor(text)

  const insertItem = ({ name, title, content }: Snippet): DropdownItem => {
    const conflictingKey = findConflictingKey(text, content)
    const next = conflictingKey === undefined ? withSnippet(text, content) : null
    const refusal =
      conflictingKey === undefined
        ? t('manifests.editor.noObject')
        : t('manifests.editor.snippetPresent', { key: conflictingKey })
    return {
      key: name,
      label: t('manifests.editor.insertSnippet', { title }),
      disabledReason: next === null ? refusal : null,
      onSelect: () => next !== null && onReplace(next, t('manifests.editor.snippetInserted', { title })),
    }
  }

  const copyItem = ({ name, title, content }: Snippet): DropdownItem => ({
    key: name,
    label: t('manifests.editor.copySnippet', { title }),
    onSelect: async () => {
      try {
        await navigator.clipboard.writeText(stringifyManifest(content) ?? '')
        onAnnounce(t('manifests.editor.snippetCopied', { title }))
      } catch {
        toast('error', t('ui.copyFailed'))
      }
    },
  })

  const templateItem = (version: SchemaVersion): DropdownItem => ({
    key: `template-${version}`,
    label: t('manifests.editor.template', { version }),
    onSelect: () =>
      onReplace(stringifyManifest(blocks.templates[version]) ?? '', t('manifests.editor.templateInserted')),
  })

  const items = blocks.snippets[schema].map(schema === '3' ? copyItem : insertItem)
  return (
    <>
      <Menu.Label>{t('manifests.editor.snippets', { schema })}</Menu.Label>
      {items.map((item) => (
        <DropdownEntry key={item.key} item={item} />
      ))}
      <Menu.Divider />
      <Menu.Label>{t('manifests.editor.templates')}</Menu.Label>
      {(['4.1', '3'] as const).map(templateItem).map((item) => (
        <DropdownEntry key={item.key} item={item} />
      ))}
    </>
  )
}
