/** Pairs of endpoints, or of their handlers: one reads something, the other saves it. */
import { capitalized } from '#shared/kernel/counts.ts'

type Pairs = Record<string, { one: unknown; save: unknown }>

type Named<P extends Pairs> = { [N in keyof P]: P[N]['one'] } & {
  [N in keyof P & string as `save${Capitalize<N>}`]: P[N]['save']
}

/** `{ hours: { one, save } }` as the members of a contract: `{ hours, saveHours }`. */
export function namedPairs<P extends Pairs>(pairs: P): Named<P> {
  const members = Object.entries(pairs).flatMap(([name, { one, save }]) => [
    [name, one],
    [`save${capitalized(name)}`, save],
  ])
  return Object.fromEntries(members) as Named<P>
}
