/**
 * Reads the parts of a TrueType font that a PDF needs. The tables are described at
 * https://learn.microsoft.com/typography/opentype/spec
 */

export type TrueType = {
  bytes: Buffer
  unitsPerEm: number
  /** xMin, yMin, xMax, yMax in font units. */
  box: [number, number, number, number]
  ascent: number
  descent: number
  /** The glyph of each code point. */
  glyphs: ReadonlyMap<number, number>
  /** The width of a glyph in font units. */
  widthOf: (glyph: number) => number
}

/** Reads a font file. Throws RangeError if it is too short. */
export function readTrueType(bytes: Buffer): TrueType {
  const tables = new Map<string, number>()
  for (let index = 0; index < bytes.readUInt16BE(4); index++) {
    const entry = 12 + index * 16
    tables.set(bytes.toString('latin1', entry, entry + 4), bytes.readUInt32BE(entry + 8))
  }
  const at = (table: string, offset: number) => tables.get(table)! + offset
  const int16 = (table: string, offset: number) => bytes.readInt16BE(at(table, offset))
  const widths = bytes.readUInt16BE(at('hhea', 34))
  return {
    bytes,
    unitsPerEm: bytes.readUInt16BE(at('head', 18)),
    box: [int16('head', 36), int16('head', 38), int16('head', 40), int16('head', 42)],
    ascent: int16('hhea', 4),
    descent: int16('hhea', 6),
    glyphs: readGlyphs(bytes, tables.get('cmap')!),
    widthOf: (glyph) => bytes.readUInt16BE(at('hmtx', Math.min(glyph, widths - 1) * 4)),
  }
}

/** The Unicode subtable of format 4, which has all characters up to U+FFFF. */
function readGlyphs(bytes: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < bytes.readUInt16BE(cmap + 2); index++) {
    const table = cmap + bytes.readUInt32BE(cmap + 4 + index * 8 + 4)
    if (bytes.readUInt16BE(table) === 4) readSegments(bytes, table, glyphs)
  }
  return glyphs
}

function readSegments(bytes: Buffer, table: number, glyphs: Map<number, number>): void {
  const size = bytes.readUInt16BE(table + 6)
  for (let segment = 0; segment < size; segment += 2) {
    const end = bytes.readUInt16BE(table + 14 + segment)
    const start = bytes.readUInt16BE(table + 16 + size + segment)
    const delta = bytes.readUInt16BE(table + 16 + 2 * size + segment)
    const rangeAt = table + 16 + 3 * size + segment
    const range = bytes.readUInt16BE(rangeAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const found = range === 0 ? code : bytes.readUInt16BE(rangeAt + range + (code - start) * 2)
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
}
