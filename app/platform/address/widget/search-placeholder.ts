/** The word Search in 25 languages (test/SPEC.md, Address widget). */
const PLACEHOLDERS = new Map(
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

/**
 * The placeholder of the search box; English if there is no translation.
 * @param language a language tag such as `pt-BR`, `nb`, `zh-Hant-TW`
 */
export function searchPlaceholder(language: string): string {
  return PLACEHOLDERS.get(language.toLowerCase().split('-')[0] ?? '') ?? 'Search'
}
