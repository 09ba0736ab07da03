/** Reads a text file written by a spreadsheet program, in the encoding of that program. */

/**
 * The text of the file.
 * @throws Error with a message for the user if the file is a workbook or larger than `maxBytes`
 */
export async function csvText(file: File, maxBytes: number): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, 0x50, 0x4b))
    throw new Error('This is a workbook. Save it as CSV first, and choose that file')
  const text = decode(bytes)
  // The text is sent as JSON, so its size is measured as JSON, in which line breaks and quotes take two characters.
  if (new Blob([JSON.stringify(text)]).size > maxBytes)
    throw new Error(`This file is too large: ${maxBytes / 1_000_000} MB at most. Split it into several`)
  return text
}

/** Excel writes "Unicode text" as UTF-16 and plain CSV as Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function startsWith(bytes: Uint8Array, ...first: number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte)
}
