import { TextInput, type TextInputProps } from '@mantine/core'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { useState } from 'react'

interface WholeNumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The number, or the invalid text. */
  value: number | string
  onChange: (value: number | string) => void
}

/** Digits, with or without separators between thousands. */
const wholeNumber = /^(\d+|\d{1,3}(,\d{3})+)$/

/** Returns the text as a number, otherwise unchanged, which number schemas refuse. */
function parseNumber(text: string): number | string {
  const trimmed = text.trim()
  const value = Number(trimmed.replaceAll(',', ''))
  return wholeNumber.test(trimmed) && Number.isSafeInteger(value) ? value : text
}

const toText = (value: number | string): string => (typeof value === 'number' ? formatNumber(value) : value)

/**
 * A text field for a whole number. It shows the input even if it isn't a number. Mantine's `NumberInput` would drop
 * all other characters, so that a pasted 1e3 becomes 13.
 */
export function WholeNumberField({ value, onChange, onBlur, ...props }: WholeNumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      value={typed ?? toText(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(parseNumber(currentTarget.value))
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
