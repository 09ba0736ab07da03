/** The path of a search; /shop for a keyword of only dots, which browsers would resolve as a relative path. */
export function searchPath(keyword: string): string {
  const trimmed = keyword.trim()
  return /^\.*$/.test(trimmed) ? '/shop' : `/search/${encodeURIComponent(trimmed)}`
}
