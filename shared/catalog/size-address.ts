/** The query parameter of a product's page that chooses a size: `?size=12-oz`. */

type Size = { id: string; label: string }

/** The query that chooses a size. The id of the size is used if its label gives no text, or that of another size. */
export function sizeQuery(size: Size, all: readonly Size[]): string {
  return `?size=${valueOf(size, all)}`
}

/** The size that a query chooses; undefined if it names none of these. */
export function sizeInQuery<S extends Size>(query: string, all: readonly S[]): S | undefined {
  const wanted = new URLSearchParams(query).get('size')
  return all.find((size) => valueOf(size, all) === wanted)
}

function valueOf({ id, label }: Size, all: readonly Size[]): string {
  const words = wordsOf(label)
  const isUnique = words !== '' && all.filter((other) => wordsOf(other.label) === words).length === 1
  return isUnique ? words : id
}

function wordsOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
