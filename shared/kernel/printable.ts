/** What the PDFs of the shop can show: invoices, gift cards and stickers (server/kernel/text/wide-fonts.ts). */

/** The letters of the fonts for European languages and Vietnamese (scripts/fonts.ts). */
const EUROPEAN =
  /[\s\u0020-\u007e\u00a0-\u017f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u02bb\u02bc\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ab\u20ac\u2116\u2122\u2212]/
const OTHER =
  /[\u4e00-\u9fff\u3001-\u3003\u3005-\u300f\u3041-\u3096\u30a1-\u30fe\uac00-\ud7a3\u0e01-\u0e3a\u0e3f-\u0e5b\u05d0-\u05ea\u060c\u061b\u061f\u0621-\u063a\u0641-\u0652\u0660-\u0669\u067e\u0686\u06a9\u06af\u06cc\uff01\uff08\uff09\uff0c\uff10-\uff1b\uff1f\uff21-\uff3a]/
/** Accents, and signs that are not visible by themselves. */
const JOINING = '\u0300\u0301\u0303\u0309\u0323\u200c\u200d\ufe0e\ufe0f'

/** The signs of a text that a PDF cannot show, each once. A rare Chinese character may be missing, too. */
export function unprintable(text: string): string[] {
  const letters = Array.from(text.normalize('NFC')).filter(
    (letter) => !EUROPEAN.test(letter) && !OTHER.test(letter) && !JOINING.includes(letter),
  )
  return [...new Set(letters)]
}
