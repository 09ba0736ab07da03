/** The green coffee, the roasts and the recipes of the demo. The producers and suppliers are invented. */

type DemoGreen = {
  code: string
  name: string
  supplier: string
  producer: string
  origin: string
  process: string
  variety: string
  altitude: string
  crop: string
  story: string
  bags: number
  boughtKg: number
  /** The price with freight, in dollars per kilogram. */
  perKg: number
  reorderKg: number
  /** Days before today on which it arrived; negative for a contract that is still on the way. */
  daysAgo: number
}

export const GREENS: readonly DemoGreen[] = [
  {
    code: 'ET-2601',
    name: 'Guji Hambela, grade 1',
    supplier: 'Meridian Green Coffee',
    producer: 'Tesfaye Wolde and 140 neighbors',
    origin: 'Ethiopia, Guji',
    process: 'Washed',
    variety: 'Local landraces',
    altitude: '2,050 m',
    crop: '2025/26',
    story:
      'The growers around Hambela bring ripe cherries to one washing station, which dries each day’s harvest on its own beds.',
    bags: 5,
    boughtKg: 300,
    perKg: 9.4,
    reorderKg: 60,
    daysAgo: 41,
  },
  {
    code: 'CO-2602',
    name: 'Huila Sur, El Mirador',
    supplier: 'Meridian Green Coffee',
    producer: 'Marisol Ordóñez and family',
    origin: 'Colombia, Huila',
    process: 'Honey',
    variety: 'Caturra, Castillo',
    altitude: '1,750 m',
    crop: '2026',
    story: 'Three sisters run El Mirador. They pick in six rounds and dry slowly under a roof.',
    bags: 6,
    boughtKg: 420,
    perKg: 7.85,
    reorderKg: 80,
    daysAgo: 33,
  },
  {
    code: 'BR-2601',
    name: 'Cerrado, Fazenda Boa Vista do Ipê',
    supplier: 'Harborline Imports',
    producer: 'Irmãos Tavares de Melo',
    origin: 'Brazil, Cerrado',
    process: 'Natural',
    variety: 'Yellow Catuaí',
    altitude: '1,150 m',
    crop: '2025',
    story: 'The base of our blend for four harvests: sweet, heavy and even.',
    bags: 10,
    boughtKg: 590,
    perKg: 6.1,
    reorderKg: 120,
    daysAgo: 62,
  },
  {
    code: 'KE-2601',
    name: 'Nyeri AA, Gathuru station',
    supplier: 'Harborline Imports',
    producer: 'Growers’ cooperative of Gathuru',
    origin: 'Kenya, Nyeri',
    process: 'Washed',
    variety: 'SL28, SL34',
    altitude: '1,800 m',
    crop: '2025/26',
    story: 'Sorted by hand three times, and fermented twice in clean spring water.',
    bags: 3,
    boughtKg: 180,
    perKg: 12.3,
    reorderKg: 200,
    daysAgo: 27,
  },
  {
    code: 'GT-2601',
    name: 'Huehuetenango, La Esperanza',
    supplier: 'Meridian Green Coffee',
    producer: 'Familia Domingo Pérez',
    origin: 'Guatemala, Huehuetenango',
    process: 'Washed',
    variety: 'Bourbon, Caturra',
    altitude: '1,650 m',
    crop: '2026',
    story: 'From the valleys below the Cuchumatanes, where the dry wind makes long, even drying possible.',
    bags: 4,
    boughtKg: 276,
    perKg: 8.2,
    reorderKg: 50,
    daysAgo: 19,
  },
  {
    code: 'CD-2601',
    name: 'Sugarcane decaf, Pitalito',
    supplier: 'Harborline Imports',
    producer: 'Smallholders of Pitalito',
    origin: 'Colombia, Huila',
    process: 'Sugarcane decaf',
    variety: 'Castillo',
    altitude: '1,700 m',
    crop: '2026',
    story: 'Decaffeinated in Colombia with a solvent that is made from sugarcane.',
    bags: 2,
    boughtKg: 140,
    perKg: 9.05,
    reorderKg: 40,
    daysAgo: 48,
  },
  {
    code: 'RW-2602',
    name: 'Lake Kivu, Nyamirima station',
    supplier: 'Harborline Imports',
    producer: 'Nyamirima washing station',
    origin: 'Rwanda, Lake Kivu',
    process: 'Washed',
    variety: 'Red Bourbon',
    altitude: '1,950 m',
    crop: '2026',
    story: '',
    bags: 4,
    boughtKg: 240,
    perKg: 8.7,
    reorderKg: 40,
    daysAgo: -21,
  },
]

type DemoRoast = {
  key: string
  name: string
  profile: string
  loss: number
  greens: readonly { code: string; percent: number }[]
  /** The temperature of the beans at the drop, in degrees Celsius, and the length of the roast in seconds. */
  drop: number
  seconds: number
}

export const ROASTS: readonly DemoRoast[] = [
  roast('guji', 'Guji, filter', 'Light, short development', 138, [['ET-2601', 100]], [207, 570]),
  roast('huila', 'Huila', 'Medium', 148, [['CO-2602', 100]], [212, 620]),
  // A blend before roasting.
  roast(
    'base',
    'Gallery base',
    'Medium dark',
    165,
    [
      ['BR-2601', 60],
      ['CO-2602', 40],
    ],
    [219, 690],
  ),
  roast('nyeri', 'Nyeri, filter', 'Light', 136, [['KE-2601', 100]], [206, 555]),
  roast('huehue', 'Huehuetenango', 'Medium', 150, [['GT-2601', 100]], [213, 630]),
  roast('cerrado', 'Cerrado', 'Medium dark', 163, [['BR-2601', 100]], [218, 670]),
  roast('decaf', 'Decaf', 'Medium, lower charge', 152, [['CD-2601', 100]], [211, 600]),
]

function roast(
  key: string,
  name: string,
  profile: string,
  loss: number,
  greens: readonly [string, number][],
  [drop, seconds]: readonly [number, number],
): DemoRoast {
  return {
    key,
    name,
    profile,
    loss,
    greens: greens.map(([code, percent]) => ({ code, percent })),
    drop,
    seconds,
  }
}

/** The recipes by the number of the coffee. The third is blended after roasting. */
export const RECIPES: readonly { no: number; roasts: readonly [string, number][] }[] = [
  { no: 1, roasts: [['guji', 100]] },
  { no: 2, roasts: [['huila', 100]] },
  {
    no: 3,
    roasts: [
      ['base', 80],
      ['guji', 20],
    ],
  },
  { no: 4, roasts: [['nyeri', 100]] },
  { no: 5, roasts: [['huehue', 100]] },
  { no: 8, roasts: [['cerrado', 100]] },
  { no: 11, roasts: [['decaf', 100]] },
]

/** What a bag costs without coffee, in cents, by its weight in grams. */
export const PACKAGING: Readonly<Record<number, number>> = { 340: 62, 907: 115, 2268: 198 }
