/** Spec section 9: the search box says Search in the visitor's language, English where we do not know it. */
const WORDS = new Map(
  Object.entries({
    de: 'Suche',
    it: 'Ricerca',
    en: 'Search',
    nl: 'Zoeken',
    fr: 'Chercher',
    ca: 'Cerca',
    he: 'חיפוש',
    ja: '検索',
    lv: 'Meklēt',
    pt: 'Procurar',
    sr: 'Претрага',
    zh: '搜索',
    cs: 'Vyhledávání',
    hu: 'Keresés',
    ka: 'ძიება',
    nb: 'Søke',
    sk: 'Vyhľadávanie',
    th: 'ค้นหา',
    fi: 'Hae',
    is: 'Leita',
    ko: '검색',
    pl: 'Szukaj',
    sl: 'Iskanje',
    fa: 'جستجو',
    ru: 'Поиск',
  }),
)

/** @param language as the browser tells it: `pt-BR`, `nb`, `zh-Hant-TW` */
export function searchWord(language: string): string {
  return WORDS.get(language.toLowerCase().split('-')[0] ?? '') ?? 'Search'
}
