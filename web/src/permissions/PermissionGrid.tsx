import { TextInput, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconSearch,
} from '@tabler/icons-react'
import type { Tool } from '@trestle/domain/permissions/contract.ts'
import { levels, type Level, type Scope } from '@trestle/domain/permissions/levels.ts'
import {
  chooseLevel,
  isLevelAllowed,
  levelLabels,
  levelWarning,
  type Permissions,
} from '@trestle/domain/permissions/rules.ts'
import { tools } from '@trestle/domain/permissions/tools.ts'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/permissions.ts'
import { directionFor, nextSort, type Sort } from '../ui/sort.ts'
import { clsx } from '../ui/clsx.ts'
import classes from './PermissionGrid.module.css'
import { byName, isUnknownTool, sortedTools, toolsFound, unknownTools } from './sortTools.ts'

interface PermissionGridProps {
  scope: Scope
  permissions: Permissions
  onChange: (permissions: Permissions) => void
  search: string
  onSearch: (search: string) => void
  sort: Sort
  onSort: (sort: Sort) => void
}

const steps: Record<string, 'previousElementSibling' | 'nextElementSibling'> = {
  ArrowUp: 'previousElementSibling',
  ArrowDown: 'nextElementSibling',
}

/**
 * Moves between rows on the up and down arrows, which would otherwise change the choice; left and right keep the
 * browser's behavior.
 */
function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>) {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  let row = event.currentTarget.closest('tr')?.[step]
  // Warning rows have no radio buttons.
  while (row && !row.querySelector('input')) row = row[step]
  row?.querySelector<HTMLInputElement>('input:checked')?.focus()
}

const warningsFor = (scope: Scope, permissions: Permissions): string[] =>
  Object.entries(permissions[scope]).flatMap(([name, level]) => levelWarning(scope, name, level) ?? [])

export function PermissionGrid(props: PermissionGridProps) {
  const { scope, permissions, onChange, search, sort } = props
  const { t } = useTranslation()
  const keyboardId = useId()
  const levelFor = (tool: Tool) => permissions[scope][tool.name] ?? 'none'
  // Sorted only once, because a row must not jump away while the user chooses its level. Sorting again updates the
  // order.
  const [order, setOrder] = useState(() => sortedTools(tools[scope], sort, levelFor))
  const [unknown] = useState(() => unknownTools(scope, permissions[scope]))
  const sortBy = (column: string) => {
    const next = nextSort(sort, column) ?? column
    props.onSort(next)
    setOrder(sortedTools(tools[scope], next, levelFor))
  }
  const shown = toolsFound([...unknown, ...order], search)
  return (
    <>
      <TextInput
        type="search"
        className={classes['search'] ?? ''}
        aria-label={t('permissions.search')}
        placeholder={t('permissions.search')}
        leftSection={<IconSearch size="1rem" aria-hidden />}
        value={search}
        onChange={(event) => props.onSearch(event.currentTarget.value)}
      />
      <p id={keyboardId} className={clsx(classes['keyboard'], 'keyboard-hint')}>
        {t('permissions.keyboard')}
      </p>
      <div className={classes['frame']}>
        <table className={classes['grid']} aria-describedby={keyboardId}>
          <caption className="visually-hidden">{t(`permissions.${scope}`)}</caption>
          <thead>
            <tr>
              <SortHead label={t('permissions.tool')} column={byName} sort={sort} onSort={sortBy} />
              {levels.map((level) => (
                <SortHead key={level} label={levelLabels[level]} column={level} sort={sort} onSort={sortBy} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((tool) => (
              <ToolRow
                key={tool.name}
                scope={scope}
                tool={tool}
                level={levelFor(tool)}
                onChoose={(level) => onChange(chooseLevel(permissions, scope, tool.name, level))}
              />
            ))}
            {shown.length === 0 && (
              <tr>
                <td colSpan={levels.length + 1} className={classes['none']}>
                  {t('permissions.noTool', { search: search.trim() })}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <VisuallyHidden component="output">
        {search.trim() !== '' && t('permissions.toolsFound', { count: shown.length })}
      </VisuallyHidden>
      <VisuallyHidden component="output">{warningsFor(scope, permissions).join(' ')}</VisuallyHidden>
    </>
  )
}

interface SortHeadProps {
  label: string
  column: string
  sort: Sort
  onSort: (column: string) => void
}

const sortIcons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

function SortHead({ label, column, sort, onSort }: SortHeadProps) {
  const direction = directionFor(sort, column)
  const Icon = sortIcons[direction]
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={classes['sort']} onClick={() => onSort(column)}>
        {label}
        <Icon size="0.9375rem" aria-hidden />
      </button>
    </th>
  )
}

interface ToolRowProps {
  scope: Scope
  tool: Tool
  level: Level
  onChoose: (level: Level) => void
}

function ToolRow({ scope, tool, level, onChoose }: ToolRowProps) {
  const { t } = useTranslation()
  const warningId = useId()
  const warning = isUnknownTool(scope, tool.name, level)
    ? t('permissions.unknownTool')
    : levelWarning(scope, tool.name, level)
  return (
    <>
      <tr data-chosen={level === 'none' ? undefined : true}>
        <th scope="row">{tool.friendly_name}</th>
        {levels.map((each) => {
          const isOff = !isLevelAllowed(tool, each)
          const names = { tool: tool.friendly_name, level: levelLabels[each] }
          return (
            <td
              key={each}
              title={isOff ? t('permissions.notAvailable') : undefined}
              data-off={isOff || undefined}
            >
              <label className={classes['cell']}>
                <input
                  type="radio"
                  name={`${scope}-${tool.name}`}
                  aria-label={t(isOff ? 'permissions.cellOff' : 'permissions.cell', names)}
                  aria-describedby={warning ? warningId : undefined}
                  checked={each === level}
                  disabled={isOff}
                  onChange={() => onChoose(each)}
                  onKeyDown={moveBetweenRows}
                />
              </label>
            </td>
          )
        })}
      </tr>
      {warning && (
        <tr className={classes['warningRow']}>
          <td colSpan={levels.length + 1}>
            <span className={classes['warning']}>
              <IconAlertTriangle size="0.9375rem" aria-hidden />
              <span id={warningId}>{warning}</span>
            </span>
          </td>
        </tr>
      )}
    </>
  )
}
