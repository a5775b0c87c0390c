interface PictureOptions {
  width: number
  height: number
  name: string
}

/** Returns a PNG file of this size. */
export async function drawPicture({ width, height, name }: PictureOptions): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

function transferFor(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer
}

/** Sets the files of the first file input directly, bypassing the browser driver. */
export function chooseFiles(files: readonly File[], within: ParentNode = document): void {
  const input = within.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file field.')
  input.files = transferFor(files).files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

export const chooseFile = (file: File): void => chooseFiles([file])

/** Drops files onto the drop zone in or around this element, including files that the file dialog would not offer. */
export function dropFiles(files: readonly File[], onto: Element): void {
  const zone = onto.querySelector('.mantine-Dropzone-root') ?? onto
  zone.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transferFor(files) }),
  )
}
