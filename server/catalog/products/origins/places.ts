/**
 * Where coffee grows: the countries that export it (International Coffee Organization, members and trade statistics), and
 * the regions that roasters name. Latitude and longitude in degrees; the point of a country is in its coffee region.
 */
import { wordsOf } from '#server/kernel/db/search.ts'

export type Point = { latitude: number; longitude: number }

/**
 * The places that a text such as 'Ethiopia, Guji' names: the region of each country if it is known, otherwise the country. Empty
 * if the text names no country of the list.
 */
export function placesIn(origin: string): Point[] {
  let text = ` ${wordsOf(origin).join(' ')} `
  const takes = (name: string) => {
    if (!text.includes(` ${name} `)) return false
    text = text.replaceAll(` ${name} `, ' , ')
    return true
  }
  return COUNTRIES.flatMap(({ names, at, regions }) => {
    if (!names.filter(takes).length) return []
    const found = regions.filter(({ name }) => takes(name)).map((region) => region.at)
    return (found.length > 0 ? found : [at]).map(([latitude, longitude]) => ({ latitude, longitude }))
  })
}

/** All places of the list, with their names. */
export function allPlaces(): { name: string; at: Place }[] {
  return COUNTRIES.flatMap(({ names, at, regions }) => [{ name: names[0]!, at }, ...regions])
}

type Place = readonly [latitude: number, longitude: number]

/** Names with more words first, because 'Papua New Guinea' contains 'Guinea'. */
const COUNTRIES = [
  country('papua new guinea|png', [-6, 145], {
    'eastern highlands': [-6.3, 145.6],
    'western highlands': [-5.8, 144.2],
    jiwaka: [-5.8, 144.6],
    simbu: [-6.2, 144.9],
  }),
  country('democratic republic of the congo|democratic republic of congo|dr congo|drc|congo', [-2, 28.8], {
    kivu: [-2.2, 28.7],
    ituri: [1.8, 29.8],
  }),
  country('dominican republic', [18.7, -70.8], { barahona: [18.2, -71.1], jarabacoa: [19.1, -70.6] }),
  country('costa rica', [9.8, -84], {
    tarrazu: [9.65, -84.02],
    'west valley': [10.1, -84.4],
    'central valley': [9.95, -84.1],
    brunca: [9.2, -83.5],
  }),
  country('el salvador', [13.85, -89.6], { 'santa ana': [13.9, -89.6], chalatenango: [14.1, -88.95] }),
  country('puerto rico', [18.2, -66.7]),
  country('ivory coast|cote d ivoire', [6.5, -6]),
  country('timor leste|east timor|timor', [-8.8, 125.6]),
  country('brazil', [-20, -46], {
    cerrado: [-18.9, -47],
    mogiana: [-20.8, -47.2],
    'sul de minas': [-21.6, -45.4],
    'south minas': [-21.6, -45.4],
    'matas de minas': [-20.3, -42.2],
    'espirito santo': [-20.3, -41],
    bahia: [-13.2, -41.4],
    parana: [-23.4, -50.5],
    'sao paulo': [-22, -47.5],
  }),
  country('colombia', [4.5, -75.6], {
    huila: [2.2, -75.7],
    narino: [1.3, -77.3],
    'valle del cauca': [3.9, -76.2],
    cauca: [2.4, -76.6],
    tolima: [4, -75.3],
    antioquia: [6.2, -75.6],
    quindio: [4.5, -75.7],
    risaralda: [5, -75.8],
    caldas: [5.2, -75.5],
    santander: [6.9, -73],
    'sierra nevada': [10.9, -73.8],
    pitalito: [1.9, -76],
  }),
  country('ethiopia', [7.5, 38.2], {
    guji: [5.8, 38.9],
    yirgacheffe: [6.2, 38.2],
    sidama: [6.6, 38.6],
    sidamo: [6.6, 38.6],
    limu: [8.2, 36.9],
    limmu: [8.2, 36.9],
    jimma: [7.7, 36.8],
    kaffa: [7.3, 36.2],
    bench: [6.9, 35.5],
    bonga: [7.3, 36.2],
    harrar: [9.3, 42.1],
    harar: [9.3, 42.1],
    lekempti: [9.1, 36.5],
  }),
  country('kenya', [-0.6, 37], {
    nyeri: [-0.4, 36.95],
    kirinyaga: [-0.5, 37.3],
    embu: [-0.5, 37.5],
    muranga: [-0.75, 37.1],
    kiambu: [-1.1, 36.8],
    meru: [0, 37.6],
    machakos: [-1.5, 37.3],
  }),
  country('guatemala', [14.8, -91], {
    huehuetenango: [15.5, -91.6],
    antigua: [14.55, -90.75],
    atitlan: [14.7, -91.2],
    coban: [15.5, -90.4],
    fraijanes: [14.45, -90.4],
    'san marcos': [15, -91.9],
    acatenango: [14.5, -90.9],
  }),
  country('rwanda', [-2, 29.7], {
    'lake kivu': [-2.1, 29.3],
    nyamasheke: [-2.35, 29.15],
    huye: [-2.5, 29.7],
    nyamagabe: [-2.45, 29.5],
    gakenke: [-1.7, 29.8],
  }),
  country('burundi', [-3, 29.8], { kayanza: [-2.9, 29.6], ngozi: [-2.9, 29.8], muyinga: [-2.8, 30.3] }),
  country('sumatra', [1, 99.5], {
    aceh: [4.6, 96.8],
    gayo: [4.6, 96.8],
    lintong: [2.3, 98.9],
    mandheling: [1, 99.4],
  }),
  country('java', [-7.5, 110]),
  country('sulawesi', [-3, 119.9], { toraja: [-3, 119.9] }),
  country('bali', [-8.3, 115.2]),
  country('flores', [-8.6, 121]),
  country('indonesia', [-2, 103]),
  country('panama', [8.7, -82.3], { boquete: [8.78, -82.44], volcan: [8.77, -82.64] }),
  country('yemen', [15, 44], {
    haraz: [15.1, 43.7],
    haraaz: [15.1, 43.7],
    ibb: [13.97, 44.2],
    'bani matar': [15.2, 44],
  }),
  country('honduras', [14.6, -88], {
    copan: [14.8, -88.9],
    marcala: [14.15, -88],
    'santa barbara': [14.9, -88.2],
    comayagua: [14.5, -87.7],
  }),
  country('nicaragua', [13.2, -86], {
    jinotega: [13.1, -86],
    matagalpa: [12.9, -85.9],
    segovia: [13.6, -86.5],
  }),
  country('mexico', [17, -95.5], {
    chiapas: [16, -92.5],
    oaxaca: [16.6, -96.5],
    veracruz: [19.4, -96.9],
    puebla: [20, -97.6],
  }),
  country('peru', [-7, -78], {
    cajamarca: [-5.7, -78.8],
    'san martin': [-6.5, -76.8],
    amazonas: [-6.2, -77.9],
    junin: [-11, -75.2],
    chanchamayo: [-11, -75.3],
    cusco: [-12.9, -72.6],
    puno: [-14.2, -69.2],
  }),
  country('bolivia', [-16, -67.6], { caranavi: [-15.8, -67.6] }),
  country('ecuador', [-2, -79], { loja: [-4, -79.3], pichincha: [0, -78.6] }),
  country('venezuela', [8.8, -70.8]),
  country('jamaica', [18.05, -76.6]),
  country('haiti', [18.4, -72.6]),
  country('cuba', [20.3, -75.8]),
  country('hawaii|kona', [19.6, -155.8]),
  country('tanzania', [-6, 36], {
    kilimanjaro: [-3.2, 37.3],
    mbeya: [-8.9, 33.4],
    mbinga: [-10.9, 35],
    kigoma: [-4.9, 30],
  }),
  country('uganda', [0.8, 32.5], { 'mount elgon': [1.2, 34.3], elgon: [1.2, 34.3], rwenzori: [0.4, 30.2] }),
  country('malawi', [-11, 33.9]),
  country('zambia', [-10.3, 31]),
  country('zimbabwe', [-19, 32.6]),
  country('madagascar', [-19, 47.3]),
  country('cameroon', [5.6, 10.3]),
  country('angola', [-11, 15]),
  country('guinea', [9, -9.5]),
  country('india', [12.8, 75.9], {
    chikmagalur: [13.3, 75.8],
    chikkamagaluru: [13.3, 75.8],
    coorg: [12.4, 75.7],
    'araku valley': [18.3, 82.8],
  }),
  country('nepal', [27.9, 84.5]),
  country('myanmar|burma', [21.2, 96.9]),
  country('thailand', [19, 99.5], { 'chiang mai': [18.8, 98.9], 'chiang rai': [19.9, 99.7] }),
  country('laos', [15.2, 106.3]),
  country('vietnam|viet nam', [12.5, 108.1], { 'da lat': [11.9, 108.4], dalat: [11.9, 108.4] }),
  country('china|yunnan', [23.5, 100.5]),
  country('taiwan', [23.5, 120.8]),
  country('philippines', [16.6, 120.9], { benguet: [16.5, 120.7], kalinga: [17.4, 121.3] }),
]

function country(names: string, at: Place, regions: Readonly<Record<string, Place>> = {}) {
  return {
    names: names.split('|'),
    at,
    regions: Object.entries(regions).map(([name, place]) => ({ name, at: place })),
  }
}
