/**
 * The path of a search. A keyword of only dots leads to /shop, because browsers would resolve it as a relative path.
 */
export function searchPath(keyword: string): string {
  const trimmed = keyword.trim()
  return /^\.*$/.test(trimmed) ? '/shop' : `/search/${encodeURIComponent(trimmed)}`
}
