import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'

/** A form checked by a contract's schema: a field when it is left, everything on submit; a corrected field loses its error at once. */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
): UseFormReturnType<Values> {
  return useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  })
}
