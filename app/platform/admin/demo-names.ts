/** The demo data as text, such as `300 orders`. Counts of 0 are left out. */
import type { DemoCounts, DemoState } from '#shared/backoffice/api/demo.ts'
import { counted } from '#shared/kernel/counts.ts'

export type Counts = DemoCounts

export const listed = new Intl.ListFormat('en-US')

/** What invented people have done. */
export function historyNames(of: Counts): string[] {
  return names([
    [of.orders, 'invented order'],
    [of.replacements, 'replacement for them', 'replacements for them'],
    [of.labels, 'label of these orders', 'labels of these orders'],
    [of.customers, 'invented customer'],
    [of.reviews, 'invented review'],
    [of.messages, 'invented message'],
    [of.greenLots, 'lot of green coffee', 'lots of green coffee'],
    [of.batches, 'roasted batch', 'roasted batches'],
    [of.events, 'event with its sign-ups', 'events with their sign-ups'],
  ])
}

export function goodsNames(of: Counts): string[] {
  return names([
    [of.products, 'product of the demo', 'products of the demo'],
    [of.works, 'work of art', 'works of art'],
  ])
}

export function contentNames(of: Counts): string[] {
  return names([
    [of.artists, 'artist'],
    [of.menuPages, 'page of the menu', 'pages of the menu'],
  ])
}

/** The parts of the demo that stay. */
export function keptNames({ kept }: DemoState): string[] {
  return names([
    [kept.goods, 'product or work that you have edited', 'products and works that you have edited'],
    [
      kept.events,
      'event that you have edited or that people have signed up for',
      'events that you have edited or that people have signed up for',
    ],
    [
      kept.artists,
      'artist that you have edited, or that has a work which stays',
      'artists that you have edited, or that have a work which stays',
    ],
  ])
}

function names(of: [count: number, one: string, many?: string][]): string[] {
  return of
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => (count > 1 && many ? `${count} ${many}` : counted(count, one)))
}
