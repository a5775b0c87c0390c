interface TypedField {
  field: HTMLInputElement
  value: string
  checked: boolean
}

const isCheckbox = ({ type }: HTMLInputElement) => type === 'checkbox'

const wasChanged = (field: HTMLInputElement) =>
  isCheckbox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue

/** Reads the fields that the user or the browser has filled in, before React takes over the page and empties them. */
export const findTypedFields = (page: Element): TypedField[] =>
  [...page.querySelectorAll('input')]
    .filter(wasChanged)
    .map((field) => ({ field, value: field.value, checked: field.checked }))

/** Reports to React the value that a field had before React took over the page. */
export function reportTyped({ field, value, checked }: TypedField): void {
  if (isCheckbox(field)) {
    field.checked = !checked
    field.click()
    return
  }
  // React ignores the event of a value that it knows, and it watches this property of the field.
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
