/** Lets the browser save data of the page as a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the data after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
