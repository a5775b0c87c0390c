import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { lastPageFor, type TotalRelation } from '@trestle/domain/http/paging.ts'
import { memo, useEffect, useRef, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTotal, rowRange } from './paging.ts'
import { showStart } from './showStart.ts'

export interface PagerProps {
  page: number
  perPage: number
  total: number
  relation?: TotalRelation
  onPage?: (page: number) => void
  /** On a static page: returns the address of another page. */
  toAddress?: (page: number) => string
  /** Lets the user choose the page size. */
  onPerPage?: (perPage: number) => void
  /** On a static page: the size that addresses omit. The choice is the form's field `per_page`. */
  defaultPerPage?: number
}

const sizes = [10, 25, 50, 100]

/** Returns a function that goes to another page of the list before the pager, and then scrolls to the list's start. */
function usePageChange({ page, onPage }: Pick<PagerProps, 'page' | 'onPage'>) {
  const pager = useRef<HTMLDivElement>(null)
  const hasChanged = useRef(false)
  // Not before the address changes, so that Back restores the previous page's scroll position.
  useEffect(() => {
    if (!hasChanged.current) return
    hasChanged.current = false
    showStart(pager.current?.previousElementSibling)
  }, [page])
  const goToPage = (next: number) => {
    hasChanged.current = next !== page
    onPage?.(next)
  }
  return { pager, ...(onPage && { goToPage }) }
}

/** The props that make a button without a page do nothing but keep the focus, which a disabled button loses. */
const atEnd = { disabled: false, 'aria-disabled': true, mod: { disabled: true }, onClick: () => undefined }

/** Memoized because its buttons are costly. Another order of the same page doesn't rerender them. */
export const Pager = memo(function Pager(props: PagerProps) {
  const { page, perPage, total, relation, toAddress } = props
  const { t } = useTranslation()
  const { pager, goToPage } = usePageChange(props)
  const pages = lastPageFor(total, perPage)
  if (total === 0) return null
  const exists = (target: number) => target >= 1 && target <= pages
  const linkTo = (target: number) =>
    toAddress && exists(target) ? { component: 'a', href: toAddress(target) } : {}
  const propsFor = (target: number) => (goToPage && !exists(target) ? atEnd : linkTo(target))
  const { from, to } = rowRange(page, perPage, total)
  return (
    <Group ref={pager} component="nav" aria-label={t('ui.pages')} justify="space-between" mt="md" gap="md">
      <Text size="sm" c="dimmed">
        {t('ui.range', {
          from: formatTotal(from),
          to: formatTotal(to),
          total: formatTotal(total, relation),
        })}
      </Text>
      <Group gap="md">
        <PerPage {...props} />
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={page}
            {...(goToPage && { onChange: goToPage })}
            getItemProps={(item) => ({
              ...linkTo(item),
              'aria-label': t('ui.pageNumber', { page: item }),
              'aria-current': item === page ? 'page' : undefined,
            })}
            getControlProps={(control) => ({
              ...propsFor(control === 'previous' ? page - 1 : page + 1),
              'aria-label': control === 'previous' ? t('ui.previousPage') : t('ui.nextPage'),
            })}
          />
        )}
      </Group>
    </Group>
  )
})

function PerPage({ perPage, onPerPage, defaultPerPage }: PagerProps) {
  const { t } = useTranslation()
  if (!onPerPage && defaultPerPage === undefined) return null
  const choices = [...new Set([...sizes, perPage])].toSorted((a, b) => a - b)
  const value = String(perPage)
  const field = onPerPage
    ? { value, onChange: (event: ChangeEvent<HTMLSelectElement>) => onPerPage(Number(event.target.value)) }
    : { name: 'per_page', defaultValue: value, 'data-default': defaultPerPage }
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" component="label" htmlFor="rows-per-page">
        {t('ui.rowsPerPage')}
      </Text>
      <NativeSelect id="rows-per-page" size="xs" data={choices.map(String)} {...field} />
    </Group>
  )
}
