/** Whether this tab has unsaved input of a user (drafts.ts). A file of its own, because pages without forms ask, too. */
export function hasDrafts(userId?: string): boolean {
  try {
    return Object.keys(sessionStorage).some((key) =>
      userId === undefined ? /^draft:[^:]/.test(key) : key.startsWith(`draft:${userId}:`),
    )
  } catch {
    return false
  }
}
