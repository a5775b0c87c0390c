import { schemaResolver, useForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import type { LazySchema } from './lazySchema.ts'
import { useAfterPress } from './useAfterPress.ts'
import { whenIdle } from './whenIdle.ts'

const findErrors = (schema: z.ZodType, values: unknown): FormErrors =>
  schemaResolver(schema, { sync: true })(values)

function check(schema: LazySchema | null, read: () => unknown): FormErrors | Promise<FormErrors> {
  if (!schema) return {}
  const loading = schema()
  if (!(loading instanceof Promise)) return findErrors(loading, read())
  return loading.then(
    // Input typed while the schema loaded is included.
    (loaded) => findErrors(loaded, read()),
    // The server also checks the form.
    () => ({}),
  )
}

/** Loads the schema before the first field is complete. If that fails, the first check tries again. */
function usePreloaded(schema: LazySchema | null): void {
  const preload = useEffectEvent(() => {
    const loading = schema?.()
    if (loading instanceof Promise) loading.catch(() => undefined)
  })
  useEffect(() => whenIdle(preload), [])
}

interface SchemaFormOptions {
  /**
   * Off where a field has the initial focus, because an error would move the button that the user is about to click.
   */
  validatesOnBlur?: boolean
}

/**
 * Returns a form validated by a contract's schema: each field on blur, and all on submit. A corrected field loses
 * its error immediately. Without a schema, only the server validates it.
 */
export function useSchemaForm<Values extends Record<string, unknown>>(
  schema: z.ZodType | LazySchema | null,
  initialValues: Values,
  { validatesOnBlur = true }: SchemaFormOptions = {},
): UseFormReturnType<Values> {
  const lazySchema = typeof schema === 'function' || schema === null ? schema : () => schema
  const afterPress = useAfterPress()
  usePreloaded(lazySchema)
  const form: UseFormReturnType<Values> = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: () => check(lazySchema, () => form.getValues()),
    enhanceGetInputProps: ({ field, options, form }) =>
      validatesOnBlur && lazySchema && options.withFocus
        ? { onBlur: () => afterPress(() => void form.validateField(field)) }
        : undefined,
  })
  return form
}
