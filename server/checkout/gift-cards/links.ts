/**
 * The page that shows the balance of a card. Browsers do not send the part after `#`, so the code appears in no log and
 * no Referer.
 * @param code without dashes
 */
export function balanceLink(origin: string, code: string): string {
  return `${origin}/gift-cards/balance#${code}`
}
