import { onTestFinished, vi } from 'vitest'

/** Collects the files that the page saves from its own data, instead of saving them. */
export function watchSavedFiles(): { name: string; text: () => Promise<string> }[] {
  const saved: ReturnType<typeof watchSavedFiles> = []
  const create = vi.spyOn(URL, 'createObjectURL')
  const collect = (event: MouseEvent) => {
    const link = event.target
    if (!(link instanceof HTMLAnchorElement)) return
    const index = create.mock.results.findIndex(({ value }) => value === link.href)
    const content = create.mock.calls[index]?.[0]
    if (!(content instanceof Blob)) return
    event.preventDefault()
    saved.push({ name: link.download, text: () => content.text() })
  }
  document.addEventListener('click', collect)
  onTestFinished(() => {
    document.removeEventListener('click', collect)
    create.mockRestore()
  })
  return saved
}
