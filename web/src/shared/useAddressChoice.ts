import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Stores which part of a page is shown in the address, so that Back, reload and shared links restore it. Defaults to
 * the first. Switching parts isn't leaving the page, so the unsaved-changes question isn't asked.
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
