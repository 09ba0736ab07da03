/** The invented customers of the demo. Their addresses end with `.example`, so no mail can reach a person. */

export type Person = {
  name: string
  email: string
  address: string
  city: string
  state: string
  postalCode: string
  /** Ends with 555-01 and two digits, which are reserved for invented numbers. */
  phone: string
  hasAccount: boolean
  /** How often the person orders, compared with the others. */
  weight: number
}

/** Name, street, city, state and ZIP code. */
const LINES = `Ada Whitlock, 212 Maple Avenue E, Vienna, VA, 22180
Ben Castellano, 48 Locust Street SE, Vienna, VA, 22180
Carla Nyström, 9 Park Terrace Court, Vienna, VA, 22180
Dev Raman, 1503 Beulah Road, Vienna, VA, 22182
Elena Marchetti, 77 Tapawingo Road SW, Vienna, VA, 22180
Farid Haddad, 8110 Old Courthouse Road, Vienna, VA, 22182
Grace Oyelaran, 2301 Gallows Road, Dunn Loring, VA, 22027
Hugo Lindqvist, 410 Great Falls Street, Falls Church, VA, 22046
Imani Brooks, 1820 N Quincy Street, Arlington, VA, 22207
Jonas Feld, 3305 Wilson Boulevard, Arlington, VA, 22201
Keiko Tanabe, 616 King Street, Alexandria, VA, 22314
Liam O’Rourke, 25 E Braddock Road, Alexandria, VA, 22301
Mara Jovanović, 11 Chain Bridge Road, McLean, VA, 22101
Noah Abernathy, 1420 Main Street, Richmond, VA, 23219
Olga Petrenko, 305 Rugby Road, Charlottesville, VA, 22903
Priya Menon, 1729 Columbia Road NW, Washington, DC, 20009
Quentin Marsh, 940 H Street NE, Washington, DC, 20002
Rosa Delgado, 3112 Mount Pleasant Street NW, Washington, DC, 20010
Sam Whitaker, 7400 Carroll Avenue, Takoma Park, MD, 20912
Tess Brandt, 4801 Bethesda Avenue, Bethesda, MD, 20814
Umar Siddiqui, 101 N Charles Street, Baltimore, MD, 21201
Vera Kowalski, 3600 Roland Avenue, Baltimore, MD, 21211
Wes Tillman, 88 Main Street, Annapolis, MD, 21401
Xenia Doukas, 212 S 4th Street, Philadelphia, PA, 19106
Yusuf Karaca, 5200 Butler Street, Pittsburgh, PA, 15201
Zoe Hartmann, 140 Bedford Avenue, Brooklyn, NY, 11249
Aaron Weiss, 77 Court Street, Brooklyn, NY, 11201
Bianca Ferraro, 330 E 9th Street, New York, NY, 10003
Colin Mbeki, 15 Church Street, Burlington, VT, 05401
Daphne Kerr, 61 Exchange Street, Portland, ME, 04101
Emil Novak, 200 Newbury Street, Boston, MA, 02116
Fiona Gallagher, 12 Elm Street, Somerville, MA, 02143
Gil Serrano, 905 W Main Street, Durham, NC, 27701
Hannah Yoon, 18 Haywood Street, Asheville, NC, 28801
Idris Coleman, 675 Ponce de Leon Avenue NE, Atlanta, GA, 30308
June Pennington, 42 Queen Street, Charleston, SC, 29401
Karim Boutros, 1100 S Congress Avenue, Austin, TX, 78704
Lena Fischer, 3000 Larimer Street, Denver, CO, 80205
Miles Okafor, 1401 N Milwaukee Avenue, Chicago, IL, 60622
Nadia Rahimi, 520 Hennepin Avenue, Minneapolis, MN, 55403
Otis Granger, 1515 SE Division Street, Portland, OR, 97202
Paula Reyes, 2200 Mission Street, San Francisco, CA, 94110
Ravi Chandra, 410 Pike Street, Seattle, WA, 98101
Sofia Almeida, 715 Hampton Drive, Venice, CA, 90291`

const AREA_CODES: Record<string, number> = {
  CA: 415,
  CO: 303,
  DC: 202,
  GA: 404,
  IL: 312,
  MA: 617,
  MD: 301,
  ME: 207,
  MN: 612,
  NC: 919,
  NY: 718,
  OR: 503,
  PA: 215,
  SC: 843,
  TX: 512,
  VA: 703,
  VT: 802,
  WA: 206,
}

/** People near the cafe order more often, and two of three have an account. */
export const PEOPLE: readonly Person[] = LINES.split('\n').map((line, index) => {
  const [name = '', address = '', city = '', state = '', postalCode = ''] = line.split(', ')
  const email = `${plain(name)}@demo.example`
  const weight = (state === 'VA' ? 4 : 2) + (index % 7 === 0 ? 4 : 0)
  const phone = inventedPhone(AREA_CODES[state]!, index)
  return { name, email, address, city, state, postalCode, phone, hasAccount: index % 3 !== 2, weight }
})

/** @param index below 100 */
export function inventedPhone(areaCode: number, index: number): string {
  return `${areaCode}55501${String(index).padStart(2, '0')}`
}

/** `Carla Nyström` -> `carla.nystrom`. */
function plain(name: string): string {
  const letters = name.normalize('NFKD').replace(/[^a-zA-Z ]/g, '')
  return letters.toLowerCase().replaceAll(' ', '.')
}
