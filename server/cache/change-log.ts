/** Remembers what was changed last, so that an answer in the making can be judged when it is finished. */
import type { Change } from '../shop.ts'

/** A moment in the order of changes, taken before an answer is made. */
export type Mark = { changes: number; at: number }

const MAX_TAGS = 10_000

/** Counts changes, by tag and by tag with id; changes of stock apart from all others. */
export function changeLog() {
  const lastOfTag = new Map<string, { besidesStock: number; stock: number }>()
  let changes = 0
  let lastBesidesStock = 0
  /** What happened up to here is no longer known tag by tag. */
  let forgotten = 0

  return {
    mark: (): Mark => ({ changes, at: performance.now() }),

    /** Notes a change and answers the tags that it touches. */
    note({ tag, id, stock }: Change): string[] {
      changes++
      if (!stock) lastBesidesStock = changes
      if (lastOfTag.size > MAX_TAGS) {
        lastOfTag.clear()
        forgotten = changes
      }
      const touched = id === undefined ? [tag] : [tag, `${tag}:${id}`]
      for (const name of touched) {
        const last = lastOfTag.get(name) ?? { besidesStock: 0, stock: 0 }
        lastOfTag.set(name, stock ? { ...last, stock: changes } : { ...last, besidesStock: changes })
      }
      return touched
    },

    /** Notes that anything may have changed. */
    noteAll(): void {
      forgotten = lastBesidesStock = ++changes
    },

    /** The gravest thing that became of these tags since `mark`. */
    since(mark: Mark, tags: readonly string[]): 'changed' | 'stock' | 'nothing' {
      if (mark.changes < forgotten) return 'changed'
      let found: 'stock' | 'nothing' = 'nothing'
      for (const tag of tags) {
        const last = lastOfTag.get(tag)
        if (last === undefined) continue
        if (last.besidesStock > mark.changes) return 'changed'
        if (last.stock > mark.changes) found = 'stock'
      }
      return found
    },

    /** Whether nothing but stock has changed since `mark`. */
    isCurrent: (mark: Mark): boolean => mark.changes >= lastBesidesStock,
  }
}
