/** Reads the text of a file that some spreadsheet has written, in whichever alphabet it wrote it. */

/** Throws with words for people where the file cannot be what it should be. */
export async function sheetText(file: File, mostBytes: number): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, 0x50, 0x4b))
    throw new Error('This is a workbook. Save it as CSV first, and choose that file')
  const text = decode(bytes)
  // It travels within JSON, where line ends and quotes take two characters.
  if (new Blob([JSON.stringify(text)]).size > mostBytes)
    throw new Error(`This file is too large: ${mostBytes / 1_000_000} MB at most. Split it into several`)
  return text
}

/** Excel's "Unicode text" is UTF-16, and its plain CSV is of the days before Unicode. */
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
