/**
 * What the categories and types of another shop are here: coffee, or goods of a category. The owner's choice comes first;
 * this is the proposal for names that are new.
 */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { plainText } from './grinds.ts'
import { hasGrinds, type ForeignProduct } from './product.ts'

/** The category of products without one. */
export const UNSORTED = 'Goods'

/** A category of a file: its name there, some of its products, and the category here. */
export type FileCategory = {
  name: string
  products: number
  examples: string[]
  category: string
  /** The department that shows the category after the import; null for none. */
  departmentId: string | null
  /** Whether the owner has chosen the category. */
  isChosen: boolean
}

/** The owner's choices by the name in the other shop. */
type Choices = ReadonlyMap<string, { category: string; departmentId: string | null }>

/**
 * What this shop knows before it reads a file: the owner's choices, and the labels of sizes by product. Sizes that were
 * made of grinds stay sizes.
 */
export type Known = { choices: Choices; labels: ReadonlyMap<string, ReadonlySet<string>> }

const COFFEE =
  /^((our|all|fresh|whole bean|wholebean|speciality|specialty|roasted|single origin|organic|decaf|filter|espresso|house|seasonal) )*(coffees?|coffee beans?|beans?|kaffee|kaffees|kaffeebohnen|cafes?|caffe|koffie|koffiebonen|kawa|kawy|kaffe|kaffebonor|kahvi|コーヒー|コーヒー豆)( (beans?|blends?))?$/
/** Categories with these names are coffee, also below a category that is not, such as `Gifts > Blends`. */
const SURE =
  /^(single origins?|single estates?|blends?|microlots?|micro lots?|house blends?|light roasts?|medium roasts?|dark roasts?)$/
/** Names of coffees that say nothing by themselves, because a roaster sells filter papers too. */
const KINDS = /^(espresso|filter|decaf|decaffeinated|limited editions?|omni|omniroast)$/

const MAX_EXAMPLES = 3

/** The categories of the products of a file, with the owner's choices or a proposal. */
export function categoriesOf(products: readonly ForeignProduct[], choices: Choices): FileCategory[] {
  const byName = Map.groupBy(products, ({ category }) => category)
  return [...byName].map(([name, own]) => {
    const chosen = choices.get(name)
    const examples = own.slice(0, MAX_EXAMPLES).map((product) => product.name)
    const found = chosen ?? { category: proposed(name, own), departmentId: null }
    return { name, products: own.length, examples, ...found, isChosen: chosen !== undefined }
  })
}

/** 'Coffee > Filter' is coffee, and 'Shop > Mugs' is goods of the category Mugs. */
function proposed(name: string, products: readonly ForeignProduct[]): string {
  if (isCoffee(name)) return COFFEE_BEANS
  const alike = products.filter((product) => product.hints.some(isCoffee) || hasGrinds(product)).length
  if (alike * 2 >= products.length) return COFFEE_BEANS
  return categoryNamed(name)
}

/** The last part of a path as the name of a category here. */
function categoryNamed(path: string): string {
  const last = path
    .split('>')
    .at(-1)!
    .replace(/[\p{C}\ufffd]+/gu, ' ')
    .trim()
  return last.slice(0, productFields.category.input.max).trim() || UNSORTED
}

function isCoffee(path: string): boolean {
  const parts = path.split('>').map(plainText)
  const last = parts.at(-1)!
  if (COFFEE.test(last) || SURE.test(last)) return true
  return KINDS.test(last) && parts.slice(0, -1).some((part) => COFFEE.test(part))
}
