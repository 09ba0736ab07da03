/**
 * A name without case, punctuation and accents: 'Café Mosaic, LLC' and 'CAFE MOSAIC LLC' are the same account and the same
 * holder. Empty if the name has neither letters nor digits.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
