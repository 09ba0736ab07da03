/** Reads mail from the mail sandbox, which stores mail instead of delivering it. */
const TIMEOUT_MS = 2000

/**
 * The text of an email in the mail sandbox; null if the sandbox does not have the mail or does not respond.
 * @param url `caughtUrl` of the sandboxes' report
 */
export async function caughtText(url: string, messageId: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${url}/${encodeURIComponent(messageId)}`, { signal })
    const { text } = (await answer.json()) as { text?: unknown }
    return answer.ok && typeof text === 'string' ? text : null
  } catch {
    return null
  }
}
