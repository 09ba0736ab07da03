/** Sizes of products as text. Weights are in grams; labels use ounces and pounds, as on the bags sold in the US. */
import { COFFEE_BEANS } from './categories.ts'
import { formatNumber } from './counts.ts'

const GRAMS_PER_OUNCE = 28.349523125
const OUNCES_PER_POUND = 16
/** The largest difference between a weight in grams and whole ounces: 340 g is 11.99 oz, and is sold as 12 oz. */
const TOLERANCE_GRAMS = 1

type Size = { label: string; grams: number | null }

/** The label of a size: its own label, or the one that follows from the weight. Empty for goods with neither. */
export function labelOf({ label, grams }: Size): string {
  return label || (grams ? weightLabel(grams) : '')
}

/** A weight as the label of a size: 340 -> '12 oz', 2268 -> '5 lb', 250 -> '250 g'. */
export function weightLabel(grams: number): string {
  const ounces = wholeOunces(grams)
  if (ounces === null) return formatGrams(grams)
  return ounces % OUNCES_PER_POUND === 0 ? `${ounces / OUNCES_PER_POUND} lb` : `${ounces} oz`
}

/** A size with its net weight in both units: '12 oz (340 g)'. Federal packaging law requires both on the bag. */
export function sizeText(size: Size): string {
  const label = labelOf(size)
  const weight = size.grams ? formatGrams(size.grams) : ''
  return label === weight || weight === '' ? label : `${label} (${weight})`
}

/**
 * The net weight as it is printed on a bag: 'NET WT 12 OZ (340 g)', 'NET WT 2 LB 3.2 OZ (1 kg)'. In pounds with the
 * rest in ounces, and in grams, or kilograms from 1,000 g (15 USC 1453; 21 CFR 101.7; FDA, A Food Labeling Guide,
 * chapter 5). Weights are rounded down, because a bag must not contain less than it says.
 */
export function netWeightText(grams: number): string {
  const ounces = wholeOunces(grams) ?? Math.floor((grams / GRAMS_PER_OUNCE) * 10) / 10
  const pounds = Math.floor(ounces / OUNCES_PER_POUND)
  const rest = Number((ounces - pounds * OUNCES_PER_POUND).toFixed(1))
  const parts = [pounds > 0 ? `${pounds} LB` : '', rest > 0 || pounds === 0 ? `${rest} OZ` : '']
  return `NET WT ${parts.filter(Boolean).join(' ')} (${metricWeight(grams)})`
}

/** Kilograms have three digits at most. */
function metricWeight(grams: number): string {
  if (grams < 1000) return `${grams} g`
  const step = 10 ** (String(grams).length - 3)
  return `${(Math.floor(grams / step) * step) / 1000} kg`
}

/** Whether the weight is sold in ounces or pounds, so that its price is compared per pound, and not per 100 g. */
export function isInPounds(grams: number): boolean {
  return wholeOunces(grams) !== null
}

/** Size and grind of a line: '12 oz, Espresso'. Empty for goods with neither. */
export function variantText({ size, grind }: { size: string; grind: string }): string {
  return [size, grind].filter(Boolean).join(', ')
}

type OrderedLine = { name: string; size: number | null; sizeLabel: string; grind: string }

/** The name of an ordered line with size, net weight and grind: 'Guji, 12 oz (340 g), Espresso'. */
export function lineTitle({ name, ...line }: OrderedLine): string {
  return [name, lineVariant(line)].filter(Boolean).join(', ')
}

/** The size, net weight and grind of an ordered line: '12 oz (340 g), Espresso'. */
export function lineVariant({ size, sizeLabel, grind }: Omit<OrderedLine, 'name'>): string {
  return variantText({ size: sizeText({ label: sizeLabel, grams: size }), grind })
}

type SizeField = 'id' | 'grams' | 'label' | 'sku' | 'forAccounts'

const FIRST_FOR_ALL =
  'The first size is what visitors see. Put one for everybody first, or sell the product to wholesale only'

type Listed = Size & { id?: string; sku: string; forAccounts?: boolean }

/**
 * Says what is wrong with the sizes of a product: two are the same, one of several has no name, or visitors would find the
 * product without a size. Only coffee has a weight.
 * @param isForAccounts whether the product is for accounts only
 */
export function problemsOfSizes(
  sizes: readonly Listed[],
  category: string,
  isForAccounts = false,
): { index: number; field: SizeField; message: string }[] {
  const isCoffee = category === COFFEE_BEANS
  const named = isCoffee ? 'grams' : 'label'
  const labels = sizes.map(({ label, grams }) => labelOf({ label, grams: isCoffee ? grams : null }))
  return sizes.flatMap(({ id, sku, forAccounts }, index) => {
    const label = labels[index]!
    const before = sizes.slice(0, index)
    const found: [boolean, SizeField, string][] = [
      [
        label === '' && sizes.length > 1,
        named,
        isCoffee ? 'Enter how many grams' : 'Each size needs a label',
      ],
      [label !== '' && labels.indexOf(label) < index, named, `There are two sizes of ${label}`],
      [id !== undefined && before.some((each) => each.id === id), 'id', 'This size is in the list twice'],
      [sku !== '' && before.some((each) => each.sku === sku), 'sku', `Two sizes have the SKU ${sku}`],
      [forAccounts === true && index === 0 && !isForAccounts, 'forAccounts', FIRST_FOR_ALL],
    ]
    return found.flatMap(([isWrong, field, message]) => (isWrong ? [{ index, field, message }] : []))
  })
}

function wholeOunces(grams: number): number | null {
  const ounces = Math.round(grams / GRAMS_PER_OUNCE)
  return ounces > 0 && Math.abs(ounces * GRAMS_PER_OUNCE - grams) <= TOLERANCE_GRAMS ? ounces : null
}

function formatGrams(grams: number): string {
  return `${formatNumber(grams)} g`
}

/**
 * The pieces of each size that a coffee roasted to order offers, instead of a count in stock. It has no stock, so this
 * number limits an order to what the shop can pack.
 */
export const ROASTED_TO_ORDER_LEFT = 100

/** The pieces of a size that can be sold: its count in stock, or `ROASTED_TO_ORDER_LEFT` if it is roasted to order. */
export function availableCount(countInStock: number, isRoastedToOrder: boolean): number {
  return isRoastedToOrder ? ROASTED_TO_ORDER_LEFT : countInStock
}
