/** Where a search leads. An address made of dots alone would be another place. */
export function searchPath(keyword: string): string {
  const words = keyword.trim()
  return /^\.*$/.test(words) ? '/shop' : `/search/${encodeURIComponent(words)}`
}
