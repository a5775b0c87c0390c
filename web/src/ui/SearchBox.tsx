import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { maxSearch } from '@trestle/domain/http/paging.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The pause in typing before a search runs, in every search box and picker. */
export const searchDebounceMs = 500

interface SearchBoxProps {
  /** The applied search, from the address. */
  value: string
  onSearch: (search: string) => void
  label?: string
  /** Used next to labeled fields, where the position alone doesn't say what is searched. */
  showLabel?: boolean
  placeholder?: string
  width?: number | string
  /** How many characters the server accepts. Longer pasted text is cut. */
  maxLength?: number
}

export function SearchBox(props: SearchBoxProps) {
  const { value, onSearch, label, showLabel, placeholder, width = 280, maxLength = maxSearch } = props
  const { t } = useTranslation()
  const name = label ?? t('ui.search')
  const [box, setBox] = useState({ typed: value, applied: value, sent: value })
  const send = (search: string) => {
    setBox((now) => ({ ...now, sent: search }))
    onSearch(search)
  }
  const sendLater = useDebouncedCallback(send, searchDebounceMs)
  // Back and Clear filters change the applied search from outside. The update from our own search must not
  // reset the typed text.
  if (box.applied !== value) {
    setBox(box.sent === value ? { ...box, applied: value } : { typed: value, applied: value, sent: value })
  }
  const change = (typed: string) => {
    setBox((now) => ({ ...now, typed }))
    sendLater(typed.trim())
  }
  const sendNow = (typed: string) => {
    sendLater.cancel()
    setBox((now) => ({ ...now, typed }))
    send(typed.trim())
  }
  return (
    <TextInput
      type="search"
      {...(showLabel ? { label: name } : { 'aria-label': name })}
      placeholder={placeholder ?? t('ui.search')}
      value={box.typed}
      maxLength={maxLength}
      w={width}
      maw="100%"
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSection={
        box.typed === '' ? null : <CloseButton aria-label={t('ui.clearSearch')} onClick={() => sendNow('')} />
      }
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // A search must not submit the form around it.
        event.preventDefault()
        sendNow(box.typed)
      }}
    />
  )
}
