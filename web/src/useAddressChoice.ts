import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Which part of a page is shown, the first one unless its address names another: back, reload and a shared link lead to
 * it. Choosing another part leaves nothing behind, so nobody is asked about unsaved input.
 */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  first: Choice,
): [chosen: Choice, choose: (next: Choice) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const choose = (next: Choice) =>
    void navigate({
      to: '.',
      search: { ...search, [name]: next === first ? undefined : next },
      resetScroll: false,
      ignoreBlocker: true,
    } as never)
  return [choices.find((choice) => choice === search[name]) ?? first, choose]
}
