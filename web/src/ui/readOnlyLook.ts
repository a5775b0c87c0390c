/**
 * Returns the classes of a select, which mark it if it is read-only: the field of every select without a search is
 * technically read-only.
 */
export const readOnlyLook = ({
  readOnly = false,
}: {
  readOnly?: boolean | undefined
}): { input: string } => ({
  input: readOnly ? 'read-only' : '',
})
