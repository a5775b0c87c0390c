/** Returns the length in UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
    // A surrogate pair takes four bytes.
    bytes += isSurrogate ? 2 : 1 + Number(unit > 0x7f) + Number(unit > 0x7ff)
  }
  return bytes
}
