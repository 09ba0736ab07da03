/**
 * The shop's recipes by brewer, and which of them fits a coffee and its grind. Amounts and times are those that the named
 * sources publish. A test checks their arithmetic, because published recipes often contradict themselves.
 */
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'

/** `grams` is what the scale shows after a pour, with all pours before it. */
export type BrewStep = { at: number; text: string; grams?: number }

export type BrewRecipe = {
  /** The brewer, and how much it makes: 'V60, one cup'. */
  brewer: string
  /** Grams of coffee, and of water that touches the coffee; for espresso, the weight of the shot. */
  dose: number
  water: number
  /** Grams of water for a gram of coffee, rounded. */
  ratio: number
  /** The temperature of the water in degrees Celsius; null for cold water. */
  celsius: number | null
  /** What `water` is, if it is not what is poured. */
  yields?: 'espresso'
  grind: string
  /** In the order of their times, which are seconds from the first contact with water. */
  steps: readonly BrewStep[]
  /** The seconds after which it is done, from and to. */
  done: readonly [from: number, to: number]
}

const MINUTE = 60
const HOUR = 60 * MINUTE

export const HOUSE_RECIPES = {
  /** La Cabra, how we brew. */
  v60: {
    brewer: 'Pour over, one cup',
    dose: 15,
    water: 250,
    ratio: 16.7,
    celsius: 96,
    grind: 'medium-fine',
    steps: [
      { at: 0, grams: 60, text: 'Pour to 60 g, and let it bloom' },
      { at: 45, grams: 155, text: 'Pour to 155 g' },
      { at: 90, grams: 250, text: 'Pour to 250 g' },
    ],
    done: [165, 165],
  },
  /** Brioso. */
  chemex: {
    brewer: 'Chemex, three cups',
    dose: 42,
    water: 700,
    ratio: 16.7,
    celsius: 95,
    grind: 'medium-coarse',
    steps: [
      { at: 0, grams: 70, text: 'Pour to 70 g, and let it bloom' },
      { at: 20, grams: 700, text: 'Pour to 220 g and stir, then keep the level until 700 g' },
    ],
    done: [240, 240],
  },
  /** James Hoffmann's AeroPress recipe. */
  aeropress: {
    brewer: 'AeroPress',
    dose: 11,
    water: 200,
    ratio: 18.2,
    celsius: 98,
    grind: 'medium-fine',
    steps: [
      { at: 0, grams: 200, text: 'Pour 200 g, and put the plunger in to hold it' },
      { at: 120, text: 'Swirl' },
      { at: 150, text: 'Press slowly, for 30 seconds' },
    ],
    done: [180, 180],
  },
  /** James Hoffmann's French press. */
  frenchPress: {
    brewer: 'French press',
    dose: 30,
    water: 500,
    ratio: 16.7,
    celsius: 95,
    grind: 'medium',
    steps: [
      { at: 0, grams: 500, text: 'Pour 500 g' },
      { at: 240, text: 'Stir the crust, skim, and wait' },
      { at: 540, text: 'Pour into the cups without pressing down' },
    ],
    done: [540, 600],
  },
  /** Roasting Party; the ratio is James Hoffmann's. */
  moka: {
    brewer: 'Moka pot, three cups',
    dose: 15,
    water: 150,
    ratio: 10,
    celsius: 100,
    grind: 'finer than for a drip machine',
    steps: [
      {
        at: 0,
        grams: 150,
        text: 'Boiling water to just below the valve. Do not tamp. Low heat, lid open; when it flows, turn the heat down; when it sputters, stop and cool the base',
      },
    ],
    done: [180, 300],
  },
  /** Roast Lab. */
  espresso: {
    brewer: 'Espresso',
    dose: 18,
    water: 36,
    ratio: 2,
    celsius: 93,
    yields: 'espresso',
    grind: 'fine',
    steps: [],
    done: [28, 32],
  },
  /** Toddy. */
  coldBrew: {
    brewer: 'Cold brew concentrate',
    dose: 340,
    water: 1650,
    ratio: 4.85,
    celsius: null,
    grind: 'coarse',
    steps: [
      { at: 0, text: 'A little water, half the coffee, half the water, the other half of the coffee' },
      { at: 5 * MINUTE, grams: 1650, text: 'The rest of the water. Do not stir' },
      { at: 12 * HOUR, text: 'Drain it. To drink, add about as much water' },
    ],
    done: [12 * HOUR, 12 * HOUR],
  },
  /** The Golden Cup of the Specialty Coffee Association: 55 g to the liter, 10% more or less. */
  drip: {
    brewer: 'Drip machine, one liter',
    dose: 60,
    water: 1000,
    ratio: 16.7,
    celsius: 93,
    grind: 'medium',
    steps: [],
    done: [5 * MINUTE, 6 * MINUTE],
  },
} as const satisfies Record<string, BrewRecipe>

/** Parts of the names of grinds and methods, which the owner writes. */
const BREWERS: readonly (readonly [name: RegExp, recipe: keyof typeof HOUSE_RECIPES])[] = [
  [/espresso/i, 'espresso'],
  [/moka|stovetop/i, 'moka'],
  [/aero ?press/i, 'aeropress'],
  [/chemex/i, 'chemex'],
  [/french|plunger|cafeti[eè]re/i, 'frenchPress'],
  [/cold/i, 'coldBrew'],
  [/drip|batch|machine/i, 'drip'],
  [/pour ?over|v60|filter/i, 'v60'],
]

/** The recipe that a coffee has from the owner. The method may be empty, and amounts and time may be missing. */
export type OwnRecipe = {
  brewMethod: string
  brewDose: number | null
  brewWater: number | null
  brewSeconds: number | null
}

/**
 * The recipe for a coffee: its own one, unless it was ground for another brewer; then the shop's for that brewer. Whole beans
 * without an own recipe get the one for pour over. Null if the shop has none for this grind.
 */
export function recipeFor(own: OwnRecipe, grind: string): { own: OwnRecipe } | { house: BrewRecipe } | null {
  const hasOwn = Boolean(own.brewDose ?? own.brewWater ?? own.brewSeconds)
  const isWhole = grind === '' || grind === WHOLE_BEAN
  const brewer = brewerOf(grind)
  if (hasOwn && (isWhole || (brewer !== null && brewer === brewerOf(own.brewMethod)))) return { own }
  if (isWhole) return { house: HOUSE_RECIPES.v60 }
  return brewer && { house: HOUSE_RECIPES[brewer] }
}

function brewerOf(name: string): keyof typeof HOUSE_RECIPES | null {
  return BREWERS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** '205 °F (96 °C)'. Readers in the United States know degrees Fahrenheit. */
export function temperatureText(celsius: number): string {
  return `${Math.round((celsius * 9) / 5 + 32)} °F (${celsius} °C)`
}

/** '0:45', '9:00', '12 h'. */
export function clockOf(seconds: number): string {
  if (seconds >= HOUR) return `${seconds / HOUR} h`
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`
}
