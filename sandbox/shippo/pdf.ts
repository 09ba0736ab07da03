/** A sample label of 4 by 6 inches as a PDF. It can be read, but it cannot be mistaken for a real label. */

type LabelText = { from: string[]; to: string[]; service: string; number: string; order: string }

const WIDTH = 288
const HEIGHT = 432

/** One page in Helvetica, uncompressed. Characters outside of Latin-1 are replaced by question marks. */
export function labelPdf({ from, to, service, number, order }: LabelText): Buffer {
  const content = [
    frame(),
    text(16, 404, 16, 'SAMPLE - DO NOT MAIL'),
    text(16, 384, 11, service),
    ...from.map((line, index) => text(16, 356 - index * 11, 9, line)),
    text(16, 290, 9, 'SHIP TO'),
    ...to.map((line, index) => text(40, 272 - index * 16, 13, line)),
    text(16, 170, 9, 'TRACKING'),
    bars(number),
    text(60, 68, 12, number.replace(/(\d{4})(?=\d)/g, '$1 ')),
    text(16, 26, 7, order),
  ].join('\n')
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R` +
      ' /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ])
}

function frame(): string {
  return `1 w 8 8 ${WIDTH - 16} ${HEIGHT - 16} re S 8 376 m ${WIDTH - 8} 376 l S 8 304 m ${WIDTH - 8} 304 l S 8 184 m ${WIDTH - 8} 184 l S 8 56 m ${WIDTH - 8} 56 l S`
}

function text(x: number, y: number, size: number, words: string): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${escape(words)}) Tj ET`
}

function escape(words: string): string {
  const latin = Array.from(words, (letter) => (letter.codePointAt(0)! < 256 ? letter : '?')).join('')
  return latin.replace(/[\\()]/g, (letter) => `\\${letter}`).slice(0, 60)
}

/** Draws bars that look like a bar code, but contain no data. */
function bars(number: string): string {
  let x = 40
  return Array.from(number, (digit) => {
    const bar = `${x} 88 ${1 + (Number(digit) % 4)} 72 re f`
    x += 9
    return bar
  }).join(' ')
}

function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const place of places) file += `${String(place).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
