import { stateOfZip } from '#shared/platform/address.ts'

export type Place = { zip: string; city: string; latitude: number; longitude: number }

/**
 * A small list of places: a ZIP code, its city, and its latitude and longitude to about a tenth of a degree. A listed
 * ZIP code has its own city. Any other ZIP code gets the position of a listed ZIP code near it.
 */
const placeList = `
01103 Springfield 42.1 -72.6|01608 Worcester 42.3 -71.8|02108 Boston 42.4 -71.1|02139 Cambridge 42.4 -71.1
02540 Falmouth 41.6 -70.6|02903 Providence 41.8 -71.4|03101 Manchester 43.0 -71.5|03301 Concord 43.2 -71.5
04101 Portland 43.7 -70.3|04401 Bangor 44.8 -68.8|05401 Burlington 44.5 -73.2|05602 Montpelier 44.3 -72.6
06103 Hartford 41.8 -72.7|06510 New Haven 41.3 -72.9|06901 Stamford 41.1 -73.5|07102 Newark 40.7 -74.2
07302 Jersey City 40.7 -74.0|08608 Trenton 40.2 -74.8|08401 Atlantic City 39.4 -74.4|10001 New York 40.8 -74.0
11201 Brooklyn 40.7 -74.0|11101 Long Island City 40.7 -73.9|11550 Hempstead 40.7 -73.6|12207 Albany 42.7 -73.8
13202 Syracuse 43.0 -76.1|14202 Buffalo 42.9 -78.9|14604 Rochester 43.2 -77.6|15222 Pittsburgh 40.4 -80.0
16501 Erie 42.1 -80.1|17101 Harrisburg 40.3 -76.9|18503 Scranton 41.4 -75.7|19103 Philadelphia 39.9 -75.2
19801 Wilmington 39.7 -75.5|19901 Dover 39.2 -75.5|20001 Washington 38.9 -77.0|20005 Washington 38.9 -77.0
20166 Sterling 39.0 -77.4|20170 Herndon 39.0 -77.4|20176 Leesburg 39.1 -77.5|20190 Reston 39.0 -77.3
20814 Bethesda 39.0 -77.1|20850 Rockville 39.1 -77.2|20901 Silver Spring 39.0 -77.0|21201 Baltimore 39.3 -76.6
21401 Annapolis 39.0 -76.5|21701 Frederick 39.4 -77.4|21801 Salisbury 38.4 -75.6|22030 Fairfax 38.8 -77.3
22046 Falls Church 38.9 -77.2|22101 Mc Lean 38.9 -77.2|22180 Vienna 38.9 -77.3|22181 Vienna 38.9 -77.3
22182 Vienna 38.9 -77.3|22124 Oakton 38.9 -77.3|22201 Arlington 38.9 -77.1|22314 Alexandria 38.8 -77.0
22401 Fredericksburg 38.3 -77.5|22601 Winchester 39.2 -78.2|22902 Charlottesville 38.0 -78.5
23219 Richmond 37.5 -77.4|23451 Virginia Beach 36.9 -76.0|23510 Norfolk 36.9 -76.3|24011 Roanoke 37.3 -79.9
24501 Lynchburg 37.4 -79.1|25301 Charleston 38.3 -81.6|26505 Morgantown 39.6 -80.0|27401 Greensboro 36.1 -79.8
27601 Raleigh 35.8 -78.6|28202 Charlotte 35.2 -80.8|28801 Asheville 35.6 -82.6|28401 Wilmington 34.2 -77.9
29201 Columbia 34.0 -81.0|29401 Charleston 32.8 -79.9|29601 Greenville 34.8 -82.4|30303 Atlanta 33.7 -84.4
31401 Savannah 32.1 -81.1|31201 Macon 32.8 -83.6|32202 Jacksonville 30.3 -81.7|32301 Tallahassee 30.4 -84.3
32801 Orlando 28.5 -81.4|33131 Miami 25.8 -80.2|33602 Tampa 27.9 -82.5|34102 Naples 26.1 -81.8
35203 Birmingham 33.5 -86.8|36104 Montgomery 32.4 -86.3|36602 Mobile 30.7 -88.0|37203 Nashville 36.2 -86.8
37402 Chattanooga 35.0 -85.3|37902 Knoxville 36.0 -83.9|38103 Memphis 35.1 -90.1|39201 Jackson 32.3 -90.2
39530 Biloxi 30.4 -88.9|40202 Louisville 38.3 -85.8|40507 Lexington 38.0 -84.5|43215 Columbus 40.0 -83.0
43604 Toledo 41.7 -83.5|44114 Cleveland 41.5 -81.7|45202 Cincinnati 39.1 -84.5|46204 Indianapolis 39.8 -86.2
46802 Fort Wayne 41.1 -85.1|47708 Evansville 38.0 -87.6|48104 Ann Arbor 42.3 -83.7|48226 Detroit 42.3 -83.0
49503 Grand Rapids 43.0 -85.7|49855 Marquette 46.5 -87.4|50309 Des Moines 41.6 -93.6|52401 Cedar Rapids 42.0 -91.7
53202 Milwaukee 43.0 -87.9|53703 Madison 43.1 -89.4|54301 Green Bay 44.5 -88.0|55101 Saint Paul 44.9 -93.1
55401 Minneapolis 45.0 -93.3|55802 Duluth 46.8 -92.1|57104 Sioux Falls 43.5 -96.7|57701 Rapid City 44.1 -103.2
58102 Fargo 46.9 -96.8|58501 Bismarck 46.8 -100.8|59101 Billings 45.8 -108.5|59801 Missoula 46.9 -114.0
60601 Chicago 41.9 -87.6|60614 Chicago 41.9 -87.6|61602 Peoria 40.7 -89.6|62701 Springfield 39.8 -89.6
63101 Saint Louis 38.6 -90.2|64105 Kansas City 39.1 -94.6|65806 Springfield 37.2 -93.3|66603 Topeka 39.1 -95.7
67202 Wichita 37.7 -97.3|68102 Omaha 41.3 -95.9|68508 Lincoln 40.8 -96.7|69101 North Platte 41.1 -100.8
70112 New Orleans 30.0 -90.1|70801 Baton Rouge 30.4 -91.2|71101 Shreveport 32.5 -93.7|72201 Little Rock 34.7 -92.3
72701 Fayetteville 36.1 -94.2|73102 Oklahoma City 35.5 -97.5|74103 Tulsa 36.2 -96.0|75201 Dallas 32.8 -96.8
76102 Fort Worth 32.8 -97.3|77002 Houston 29.8 -95.4|78205 San Antonio 29.4 -98.5|78701 Austin 30.3 -97.7
79101 Amarillo 35.2 -101.8|79901 El Paso 31.8 -106.5|80202 Denver 39.7 -105.0|80302 Boulder 40.0 -105.3
80903 Colorado Springs 38.8 -104.8|81501 Grand Junction 39.1 -108.6|82001 Cheyenne 41.1 -104.8
83001 Jackson 43.5 -110.8|83702 Boise 43.6 -116.2|83402 Idaho Falls 43.5 -112.0|84101 Salt Lake City 40.8 -111.9
84770 Saint George 37.1 -113.6|85004 Phoenix 33.4 -112.1|85701 Tucson 32.2 -111.0|86001 Flagstaff 35.2 -111.7
87102 Albuquerque 35.1 -106.6|87501 Santa Fe 35.7 -105.9|88001 Las Cruces 32.3 -106.8|89101 Las Vegas 36.2 -115.1
89501 Reno 39.5 -119.8|90012 Los Angeles 34.1 -118.2|90401 Santa Monica 34.0 -118.5|92101 San Diego 32.7 -117.2
93101 Santa Barbara 34.4 -119.7|93721 Fresno 36.7 -119.8|94103 San Francisco 37.8 -122.4|94105 San Francisco 37.8 -122.4
94612 Oakland 37.8 -122.3|95113 San Jose 37.3 -121.9|95814 Sacramento 38.6 -121.5|96001 Redding 40.6 -122.4
97201 Portland 45.5 -122.7|97401 Eugene 44.1 -123.1|97701 Bend 44.1 -121.3|98101 Seattle 47.6 -122.3
98402 Tacoma 47.3 -122.4|99201 Spokane 47.7 -117.4|00901 San Juan 18.5 -66.1|00802 St Thomas 18.3 -64.9
09001 Apo 50.0 8.6|34001 Apo 9.0 -79.5|96201 Apo 37.5 127.0|96813 Honolulu 21.3 -157.9|96910 Hagatna 13.5 144.8
99501 Anchorage 61.2 -149.9|99701 Fairbanks 64.8 -147.7|99801 Juneau 58.3 -134.4
`

export const places: readonly Place[] = Array.from(
  placeList.matchAll(/(\d{5}) ([^|\n]+?) (-?[\d.]+) (-?[\d.]+)/g),
  ([, zip, city, latitude, longitude]) => ({
    zip: zip!,
    city: city!,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }),
)

const nearest = new Map<string, Place>()

/** The listed place with the nearest ZIP code prefix. A place in the same state is preferred. */
export function placeNear(zip: string): Place {
  const prefix = zip.slice(0, 3)
  const known = nearest.get(prefix)
  if (known) return known
  const state = stateOfZip(zip)
  const difference = (place: Place) =>
    Math.abs(Number(place.zip.slice(0, 3)) - Number(prefix)) + (stateOfZip(place.zip) === state ? 0 : 1000)
  const place = places.reduce((best, other) => (difference(other) < difference(best) ? other : best))
  nearest.set(prefix, place)
  return place
}

/** Great-circle distance in miles. */
export function milesBetween(a: Place, b: Place): number {
  const rad = Math.PI / 180
  const dLat = (b.latitude - a.latitude) * rad
  const dLon = (b.longitude - a.longitude) * rad
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(dLon / 2) ** 2
  return 2 * 3959 * Math.asin(Math.sqrt(h))
}
