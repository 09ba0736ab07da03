/** Pairs of endpoints, or of their handlers: one reads something, the other saves it. */
type Pairs = Record<string, { one: unknown; save: unknown }>

type Named<P extends Pairs> = { [N in keyof P]: P[N]['one'] } & {
  [N in keyof P & string as `save${Capitalize<N>}`]: P[N]['save']
}

/** `{ hours: { one, save } }` as the members of a contract: `{ hours, saveHours }`. */
export function namedPairs<P extends Pairs>(pairs: P): Named<P> {
  const members = Object.entries(pairs).flatMap(([name, { one, save }]) => [
    [name, one],
    [`save${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, save],
  ])
  return Object.fromEntries(members) as Named<P>
}
