import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'

/**
 * Returns a form validated by a contract's schema: each field on blur, all on submit; a corrected field loses its
 * error at once.
 */
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
