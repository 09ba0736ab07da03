/** Churn as text: '4.2%', and a dash in a month that began without subscriptions. */
export function monthText(churn: number | null): string {
  return churn === null ? '—' : `${churn}%`
}
