/**
 * Whether this tab has unsaved input of a user (drafts.ts). It is in a separate file, because pages without forms use
 * it too.
 */
export function hasDrafts(userId?: string): boolean {
  try {
    return Object.keys(sessionStorage).some((key) =>
      userId === undefined ? /^draft:[^:]/.test(key) : key.startsWith(`draft:${userId}:`),
    )
  } catch {
    return false
  }
}
