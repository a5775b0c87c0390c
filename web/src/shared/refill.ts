import type { UseFormReturnType } from '@mantine/form'
import { changedValues } from './changedValues.ts'

/** Shows the stored state. Input typed since `submitted` was sent stays, and is unsaved. */
export function refill<Values extends object>(
  form: UseFormReturnType<Values>,
  stored: Values,
  submitted: Values = form.getValues(),
): void {
  const typed = changedValues(form.getValues(), submitted)
  form.setInitialValues(stored)
  form.reset()
  if (Object.keys(typed).length > 0) form.setValues(typed)
}
