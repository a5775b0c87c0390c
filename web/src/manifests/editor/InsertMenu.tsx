import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import type { ManifestContent, SchemaVersion, Snippet } from '@trestle/domain/manifests/contract.ts'
import { schemaVersionText } from '@trestle/domain/manifests/document/parts.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './InsertMenu.module.css'
import { parseManifest, stringifyManifest } from './manifestText.ts'
import { findConflictingKey, withSnippet } from './textChanges.ts'

export interface EditorBlocks {
  templates: Record<SchemaVersion, ManifestContent>
  snippets: Record<SchemaVersion, Snippet[]>
}

interface Entry {
  key: string
  label: string
  /** Why the entry is disabled. */
  reason: string | null
  onSelect: () => void
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
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
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

  const insertItem = ({ name, title, content }: Snippet): Entry => {
    const conflictingKey = findConflictingKey(text, content)
    const next = conflictingKey === undefined ? withSnippet(text, content) : null
    const refusal =
      conflictingKey === undefined
        ? t('manifests.editor.noObject')
        : t('manifests.editor.snippetPresent', { key: conflictingKey })
    return {
      key: name,
      label: t('manifests.editor.insertSnippet', { title }),
      reason: next === null ? refusal : null,
      onSelect: () => next !== null && onReplace(next, t('manifests.editor.snippetInserted', { title })),
    }
  }

  const copyItem = ({ name, title, content }: Snippet): Entry => ({
    key: name,
    label: t('manifests.editor.copySnippet', { title }),
    reason: null,
    onSelect: () => {
      navigator.clipboard.writeText(stringifyManifest(content) ?? '').then(
        () => onAnnounce(t('manifests.editor.snippetCopied', { title })),
        () => toast('error', t('ui.copyFailed')),
      )
    },
  })

  const templateItem = (version: SchemaVersion): Entry => ({
    key: `template-${version}`,
    label: t('manifests.editor.template', { version }),
    reason: null,
    onSelect: () =>
      onReplace(stringifyManifest(blocks.templates[version]) ?? '', t('manifests.editor.templateInserted')),
  })

  const items = blocks.snippets[schema].map(schema === '3' ? copyItem : insertItem)
  return (
    <>
      <Menu.Label>{t('manifests.editor.snippets', { schema })}</Menu.Label>
      {items.map((item) => (
        <MenuEntry key={item.key} entry={item} />
      ))}
      <Menu.Divider />
      <Menu.Label>{t('manifests.editor.templates')}</Menu.Label>
      {(['4.1', '3'] as const).map(templateItem).map((item) => (
        <MenuEntry key={item.key} entry={item} />
      ))}
    </>
  )
}

/** Keeps a disabled entry focusable, so that screen reader users get the reason too. */
function MenuEntry({ entry: { label, reason, onSelect } }: { entry: Entry }) {
  const isOff = reason !== null
  return (
    <Menu.Item
      aria-disabled={isOff}
      closeMenuOnClick={!isOff}
      className={isOff ? (classes['off'] ?? '') : ''}
      {...(!isOff && { onClick: onSelect })}
    >
      {label}
      {isOff && <span className={classes['reason']}>{reason}</span>}
    </Menu.Item>
  )
}
