/**
 * Recognizes grinds in the options of another shop: 'Grind: Espresso', 'Mahlgrad: Ganze Bohne', '12 oz, Whole Bean'. Here
 * a grind is chosen in the cart, so it is not a size (shared/platform/grinds.ts).
 */

/** Words in the names of options for the grind, in the languages of coffee roasters' shops. */
const NAMES =
  /grind|ground|mahlgrad|mahlung|vermahlung|mouture|molienda|molido|macinatura|moagem|maling|maalgraad|mielen|malning|malgrad|jauhatus|ひき|挽き|挽/

/** Words for how coffee is brewed. Values of such an option are grinds if they name nothing else. */
const BREWED = /brew|zubereitung|preparation|preparacion|preparazione|preparo|bereiding|tillagning/

const WHOLE =
  /\b(whole|wholebean|beans?|unground|ganze|bohnen?|ungemahlen|grains?|granos?|chicchi|grani|graos?|bonen|ziarnista|ziarna|ziarno|hela|hele|bonor|bonner|papuina)\b|豆/

/** Words of which the names of grinds consist. */
const WORDS = new Set(
  (
    'whole wholebean bean beans unground ground grind grinds espresso filter filtered drip pour over pourover v60 chemex ' +
    'aeropress aero press french plunger cafetiere moka mokka stovetop percolator cold brew coldbrew toddy turkish cezve ' +
    'ibrik siphon syphon clever kalita wave hario batch auto automatic fine medium coarse extra super superfine very cone ' +
    'flat bottom basket paper metal home machine maker brewer brewing pot for and or the a in not no yes please coffee origami ' +
    'universal standard regular recommended preground pre keurig reusable gold nylon phin bodum coffeemaker grinder ' +
    'ganze bohne bohnen ungemahlen gemahlen fein mittel grob filterkaffee siebtrager stempelkanne frenchpress vollautomat ' +
    'herdkanne espressokocher espressomaschine handfilter kaffeemaschine turkisch fur ' +
    'en grain grains moulu mouture moyenne grosse piston italienne filtre cafetiere machine expresso turc ' +
    'grano granos molido molida fino fina medio media grueso gruesa prensa francesa cafetera italiana goteo filtro turco ' +
    'in grani chicchi macinato macinata grossa moca para per grao graos moido moida grosso cafeteira italiana ' +
    'bonen hele gemalen fijn middel grof snelfilter ziarnista ziarna ziarno mielona zmielona drobno srednio grubo ekspres ' +
    'kawiarka zaparzacz przelew dripa hela bonor bonner malet malt bryggmalet bryggkaffe kokmalet fint grovt mellan ' +
    'presskanna stempel stempelkande papuina jauhettu suodatin'
  ).split(' '),
)
/** Grinds in Japanese: whole, ground, and coarse to fine. */
const JAPANESE = /^(豆|粉|豆のまま|.{0,3}挽き|.{0,12}(ドリップ|プレス|エスプレッソ|フィルター)用?)$/

const WEIGHT = String.raw`\d[\d.,]{0,8}\s{0,2}(?:fl\s)?(?:oz|ounces?|lbs?|pounds?|kgs?|kilos?|g|gr|grams?|gramm)\b\.?`
const WEIGHT_FIRST = new RegExp(`^(${WEIGHT})[\\s,;/|:(–—-]{0,5}(.{1,80}?)\\)?$`, 'i')
const WEIGHT_LAST = new RegExp(`^(.{1,80}?)[\\s,;/|:(–—-]{0,5}(${WEIGHT})\\)?$`, 'i')
const HAS_WEIGHT = new RegExp(WEIGHT, 'i')

export type Option = { name: string; value: string }
/** What is left of the options of a variant, and its grind; empty if it has none. */
export type Parted = { options: Option[]; grind: string }

/** Whether a grind is whole bean. */
export function isWholeBean(grind: string): boolean {
  return WHOLE.test(plainText(grind)) || grind.startsWith('豆')
}

/** A text for comparison: lower-case words without accents. */
export function plainText(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Further options of a product are not read, because each is looked for in every variant. */
const MAX_NAMES = 20

/** Takes the grind out of the options of a product's variants. Null if no option is a grind. */
export function partGrinds(variants: readonly Option[][]): Parted[] | null {
  const names = new Set(variants.flatMap((options) => options.map(({ name }) => name)))
  for (const name of [...names].slice(0, MAX_NAMES)) {
    const own = (options: readonly Option[]) => options.find((option) => option.name === name)
    const values = [...new Set(variants.map((options) => own(options)?.value ?? ''))]
    const others = (options: readonly Option[]) => options.filter((option) => option.name !== name)
    if (isGrindOption(name, values))
      return variants.map((options) => ({ options: others(options), grind: own(options)?.value ?? '' }))
    const parts = new Map(values.map((value) => [value, partValue(value)]))
    const grinds = [...parts.values()].flatMap((part) => part?.grind ?? [])
    // A sample or a bulk bag may have no grind.
    if (grinds.length * 2 <= parts.size || !grinds.some(isWholeBean)) continue
    return variants.map((options) => {
      const value = own(options)?.value ?? ''
      const { size, grind } = parts.get(value) ?? { size: value, grind: '' }
      return { options: options.map((each) => (each.name === name ? { name, value: size } : each)), grind }
    })
  }
  return null
}

function isGrindOption(name: string, values: readonly string[]): boolean {
  if (values.some((value) => value !== '' && HAS_WEIGHT.test(value))) return false
  if (NAMES.test(plainText(name)) || NAMES.test(name)) return true
  // 'Roast: Espresso, Filter' are two coffees. Without such a name, only whole bean, or a word for brewing, shows that
  // the values are grinds.
  const all = values.filter((value) => value !== '')
  return all.length > 0 && all.every(isGrind) && (all.some(isWholeBean) || BREWED.test(plainText(name)))
}

/** Whether all words of a text are those of grinds. */
function isGrind(value: string): boolean {
  if (JAPANESE.test(value.trim())) return true
  const words = plainText(value).split(' ').filter(Boolean)
  return words.length > 0 && words.every((word) => WORDS.has(word))
}

/** '12 oz Whole Bean' or 'Whole Bean - 12 oz' as size and grind; null if it is not both. */
function partValue(value: string): { size: string; grind: string } | null {
  const text = value.trim().slice(0, 200)
  const first = WEIGHT_FIRST.exec(text)
  if (first && isGrind(first[2]!)) return { size: first[1]!.trim(), grind: first[2]!.trim() }
  const last = WEIGHT_LAST.exec(text)
  if (last && isGrind(last[1]!)) return { size: last[2]!.trim(), grind: last[1]!.trim() }
  const pieces = text.split(/[/|,;]| [-–—] /).map((piece) => piece.trim())
  const grinds = pieces.filter(isGrind)
  const rest = pieces.filter((piece) => !isGrind(piece))
  return grinds.length === 1 && rest.length > 0 ? { size: rest.join(' / '), grind: grinds[0]! } : null
}
