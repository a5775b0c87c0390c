import { schemaResolver, useForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { useAfterPress } from './useAfterPress.ts'

/** Returns a schema, or loads it. */
export type LazySchema = () => z.ZodType | Promise<z.ZodType>

function check(schema: z.ZodType | LazySchema, values: unknown): FormErrors | Promise<FormErrors> {
  if (typeof schema !== 'function') return schemaResolver(schema, { sync: true })(values)
  const loading = schema()
  if (!(loading instanceof Promise)) return check(loading, values)
  return loading.then(
    (loaded) => check(loaded, values),
    // The server checks the form too.
    () => ({}),
  )
}

interface SchemaFormOptions {
  /** Off where a field has the focus from the start: an error would move the button that the user is about to click. */
  validatesOnBlur?: boolean
}

/**
 * Returns a form validated by a contract's schema: each field once it is left, all on submit; a corrected field loses its
 * error at once.
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType | LazySchema,
  initialValues: Values,
  { validatesOnBlur = true }: SchemaFormOptions = {},
): UseFormReturnType<Values> {
  const afterPress = useAfterPress()
  return useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: (values) => check(schema, values),
    enhanceGetInputProps: ({ field, options, form }) =>
      validatesOnBlur && options.withFocus
        ? { onBlur: () => afterPress(() => void form.validateField(field)) }
        : undefined,
    clearInputErrorOnChange: true,
  })
}
