import { TextInput, type TextInputProps } from '@mantine/core'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { useState } from 'react'

interface WholeNumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The number, or what was typed instead of one. */
  value: number | string
  onChange: (value: number | string) => void
}

/** Digits, with or without separators between thousands. */
const wholeNumber = /^(\d+|\d{1,3}(,\d{3})+)$/

/** Returns the number that the text is, or else the text, which no schema of a number accepts. */
function parseNumber(text: string): number | string {
  const trimmed = text.trim()
  const value = Number(trimmed.replaceAll(',', ''))
  return wholeNumber.test(trimmed) && Number.isSafeInteger(value) ? value : text
}

const toText = (value: number | string): string => (typeof value === 'number' ? formatNumber(value) : value)

/**
 * A text field for a whole number. It shows what was typed, also if that isn't one. Mantine's `NumberInput` would leave out
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
