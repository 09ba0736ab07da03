/**
 * WooCommerce's product file: a row per product. The sizes of a product of the type `variable` are rows of the type
 * `variation`, which name it in `Parent` by its SKU or as `id:100`.
 */
import { readNumber } from '#shared/kernel/weights.ts'
import {
  columnsOf,
  countOf,
  priceOf,
  skuOf,
  type Columns,
  type ForeignRow,
  type ReportRow,
  type Stock,
} from './rows.ts'
import { textOf, withParagraphs } from './html.ts'
import type { Option } from './grinds.ts'
import { NOT_ON_SALE, type ForeignProduct, type Variant } from './product.ts'

/** Columns that our own file does not have. */
const ITS_OWN = [
  'Regular price',
  'Sale price',
  'Published',
  'Visibility in catalog',
  'Short description',
  'Categories',
  'Images',
  'Parent',
  'Backorders allowed?',
  'Date sale price starts',
]

/** Whether the columns are those of WooCommerce's product file, in any language. */
export function isWooCommerce(columns: Columns): boolean {
  return (
    ITS_OWN.filter((name) => columns.has(name)).length >= 2 &&
    ['ID', 'SKU', 'Name'].some((name) => columns.has(name))
  )
}

/** @param head the names of the columns; that of the weight has its unit */
export function readWooCommerce(
  rows: readonly ForeignRow[],
  report: ReportRow,
  { head, columns }: { head: readonly string[]; columns: Columns },
): ForeignProduct[] {
  const unit = unitOf(head[columns.get('Weight (%s)') ?? -1] ?? '')
  const variations = Map.groupBy(
    rows.filter((row) => typeOf(row) === 'variation'),
    (row) => row.get('Parent'),
  )
  const claimed = new Set<ForeignRow>()
  const products = rows.flatMap((row): ForeignProduct[] => {
    const type = typeOf(row)
    if (type === 'variation') return []
    const own = [variations.get(`id:${row.get('ID')}`), variations.get(row.get('SKU') || '-')]
      .flatMap((list) => list ?? [])
      .toSorted((one, other) => one.row - other.row)
    for (const each of own) claimed.add(each)
    if (type === 'simple') return [productOf(row, [row], unit)]
    if (type !== 'variable')
      report(row.row, `A product of the type ${type || 'nothing'} cannot be imported`, 'Type')
    else if (own.length === 0) report(row.row, 'This product has no variations in the file', 'Type')
    else return [productOf(row, own, unit)]
    return []
  })
  for (const { row } of [...variations.values()].flat().filter((each) => !claimed.has(each)))
    report(row, 'No row of the type variable has this SKU or ID', 'Parent')
  return products
}

/** The type without the marks `virtual` and `downloadable`. Without the column, a parent shows a variation. */
function typeOf({ get, has }: ForeignRow): string {
  if (!has('Type')) return get('Parent') === '' ? 'simple' : 'variation'
  const types = get('Type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())
  return types.find((type) => type !== 'virtual' && type !== 'downloadable') ?? ''
}

const UNITS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 }

/** The grams of the unit in the name of the column: 'Weight (kg)'. */
function unitOf(name: string): number {
  return UNITS[/\((\w{1,6})\)/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 0
}

/** The SKU that our own export writes where there is none, so that a product is found again. */
const OWN_SKU = /^frame-/

function productOf(row: ForeignRow, variants: readonly ForeignRow[], unit: number): ForeignProduct {
  const { get } = row
  const id = get('ID') || get('SKU')
  const categories = listOf(get('Categories'))
  const isHidden = get('Visibility in catalog').toLowerCase() === 'hidden'
  return {
    row: row.row,
    name: get('Name'),
    ...(id === '' ? {} : { external: { source: 'woocommerce', id } }),
    category: categories[0]!,
    hints: categories.slice(1),
    cells: () => productCells(row, isHidden),
    variants: variants.map((each) => variantOf(each, row, unit)),
    pictures: picturesOf(row),
    notes: [
      ...(isPublished(row) ? [] : [NOT_ON_SALE]),
      ...(isHidden && get('Published') === '1'
        ? ['It is hidden from the catalog there, so it is not on sale here']
        : []),
    ],
  }
}

function variantOf(row: ForeignRow, parent: ForeignRow, unit: number): Variant {
  const { get } = row
  const sku = skuOf(get('SKU'))
  const weight = get('Weight (%s)') || parent.get('Weight (%s)')
  // WooCommerce never separates thousands, so '1,000' kg of a German shop are one kilogram.
  const grams = Math.round(readNumber(weight.replace(',', '.')) * unit)
  const { price, notes } = priceIn(row)
  const stock = stockOf(row, parent)
  if (weight !== '' && Number.isNaN(grams)) notes.push(`The weight “${weight.slice(0, 40)}” cannot be read`)
  if (stock === 0 && /^(1|notify)$/i.test(get('Backorders allowed?')))
    notes.push('It can be ordered there without stock. Here it is sold out until you enter a count')
  return {
    row: row.row,
    options: optionsOf(row, row === parent),
    price,
    stock,
    grams: grams > 0 ? grams : null,
    sku: OWN_SKU.test(sku) ? '' : sku,
    isShared: get('Stock').toLowerCase() === 'parent',
    isOff: row !== parent && get('Published') !== '' && get('Published') !== '1',
    notes,
  }
}

/** The attributes of a variation. Those of a simple product are facts, except for its only size. */
function optionsOf({ get, has }: ForeignRow, isSimple: boolean): Option[] {
  const options: Option[] = []
  for (let number = 1; has(`Attribute ${number} value(s)`) && number < 100; number++) {
    const name = get(`Attribute ${number} name`)
    const values = listOf(get(`Attribute ${number} value(s)`))
    const isOnlySize = name.toLowerCase() === 'size' && values.length === 1
    if (!isSimple || isOnlySize) options.push({ name, value: values.join(', ') })
  }
  return options
}

/** The values of a list. A comma after a backslash is part of a value. */
function listOf(cell: string): string[] {
  return cell.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ',').trim())
}

/** The regular price. A sale price is a remark, because prices here have none. */
function priceIn({ get }: ForeignRow): { price: string; notes: string[] } {
  const regular = priceOf(get('Regular price'))
  const sale = priceOf(get('Sale price'))
  if (sale === '') return { price: regular, notes: [] }
  if (regular === '')
    return { price: sale, notes: [`It has only a sale price there, and $${sale} is the price here`] }
  const days = [get('Date sale price starts'), get('Date sale price ends')].map((day) => day.slice(0, 10))
  const when = [days[0] && `from ${days[0]}`, days[1] && `until ${days[1]}`].filter(Boolean).join(' ')
  return {
    price: regular,
    notes: [
      `The sale price of $${sale}${when && ` (${when})`} does not come in. The price here is the regular one, $${regular}`,
    ],
  }
}

/** WooCommerce says whether a product without a count is in stock. */
function stockOf(row: ForeignRow, parent: ForeignRow): Stock {
  const cell = row.get('Stock').toLowerCase() === 'parent' ? parent.get('Stock') : row.get('Stock')
  if (cell !== '') return countOf(cell)
  if (row.get('In stock?') === '0') return 0
  return row.has('Stock') || row.get('In stock?') !== '' ? 'untracked' : 'unknown'
}

/** The addresses of the pictures. A comma within an address is not followed by a space. */
function picturesOf({ get }: ForeignRow): string[] {
  return get('Images')
    .split(/,\s+|,(?=https?:)/)
    .map((url) => url.trim())
    .filter(Boolean)
}

/** Whether the product is public there. A file with a few columns does not say, and then it is. */
function isPublished({ get }: ForeignRow): boolean {
  return ['1', ''].includes(get('Published'))
}

function productCells(row: ForeignRow, isHidden: boolean): [string, string][] {
  const { get } = row
  const published = get('Published')
  const isShown = isPublished(row) && !isHidden
  return [
    [
      'Description',
      textOf(withParagraphs((get('Description') || get('Short description')).replaceAll('\\n', '\n'))),
    ],
    ['In the shop', isShown ? (published === '' ? '' : 'On sale') : 'Hidden'],
  ]
}

/**
 * The columns of the export, which WooCommerce names in the language of the site: the English name, and its translations in
 * WooCommerce's language packs. `%d` is the number of an attribute, and `%s` the unit of the weight.
 */
const NAMES = {
  ID: 'Kimlik | 代碼',
  Type: 'Typ | Τύπος | Tipo | Laji | Tipe | タイプ | 형식 | Тип | ชนิด | Tür | Loại | 类型 | 類型',
  SKU: 'Varenummer | Artikelnummer | Κωδικός προϊόντος | Tuotetunnus (SKU) | UGS | COD | REF | Артикул | Artikelnr | รหัสสินค้า | Stok kodu (SKU) | Mã sản phẩm | 貨號',
  Name: 'Navn | Όνομα | Nombre | Nimi | Nom | Nama | Nome | 名前 | 이름 | Naam | Nazwa | Имя | Namn | ชื่อ | İsim | Ім’я | Назва | Tên | 名称 | 名稱',
  Published:
    'Udgivet | Veröffentlicht | Δημοσιευμένο | Publicado | Julkaistu | Publié | Telah Terbit | Pubblicato | 公開済み | 발행됨 | Publisert | Gepubliceerd | Opublikowano | Opublikowany | Опубликован | Publicerad | เผยแพร่แล้ว | Yayımlanmış | Опубліковано | Đã đăng | 已发布 | 已發佈',
  'Visibility in catalog':
    'Synlighed i katalog (shoppens frontend) | Sichtbarkeit im Katalog | Ορατότητα στον κατάλογο | Visibilidad en el catálogo | Näkyvyys tuoteluettelossa | Visibilité dans le catalogue | Kenampakan pada katalog | Visibilità nel catalogo | カタログでの表示 | 表示されるカテゴリー | 카탈로그에 표시 여부 | Synlighet i katalogen | Zichtbaarheid in catalogus | Widoczność w katalogu | Visibilidade no catálogo | Видимость в каталоге | Synlighet i katalog | การมองเห็นในแค็ตตาล็อก | Katalogda görünürlük | Видимість в каталозі | Hiển thị trong danh mục | 在列表页可见 | 目錄的可見度',
  'Short description':
    'Kort beskrivelse | Kurzbeschreibung | Σύντομη περιγραφή | Descripción corta | Lyhyt kuvaus | Description courte | Deskripsi singkat | Breve descrizione | 簡単な説明 | 간단한 설명 | Korte omschrijving | Krótki opis | Descrição curta | Descrição breve | Короткое описание | Краткое описание | Kort beskrivning | คำอธิบายแบบย่อ | Kısa açıklama | Короткий опис | Mô tả ngắn | 简短描述 | 簡短內容說明 | 簡短描述',
  Description:
    'Beskrivelse | Beschreibung | Περιγραφή | Descripción | Kuvaus | Deskripsi | Descrizione | 説明 | 설명 | Beschrijving | Opis | Descrição | Описание | Beskrivning | รายละเอียด | รายละเอียดเพิ่มเติม | Açıklama | Опис | Mô tả | 描述',
  'Date sale price starts':
    'Den dato hvor tilbudsprisen starter | Datum, an dem Angebotspreis beginnt | Ημερομηνία έναρξης εκπτωτικής τιμής | Día en que empieza el precio rebajado | Alennuksen aloituspäivä | Date de début de promo | Tanggal harga diskon dimulai | Data di partenza del prezzo in saldo | セール価格の開始日 | 판매 가격 시작 날짜 | Startdato for utsalgspris | Startdatum actieprijs | Data rozpoczęcia promocji | Data de preço promocional começa em | Data de início do preço promocional | Дата начала действия продажной цены | Дата начала действия скидки | Datum när reapriset börjar | วันเริ่มต้นลดราคา | İndirimli fiyatın başladığı tarih | Початок акції | Ngày bắt đầu giảm giá | 促销开始日期 | 折扣價開始日期',
  'Date sale price ends':
    'Den dato hvor tilbudsprisen slutter | Datum, an dem Angebotspreis endet | Ημερομηνία λήξης εκπτωτικής τιμής | Día en que termina el precio rebajado | Alennuksen päättymispäivä | Date de fin de promo | Tanggal harga diskon berakhir | Data in cui termina l’offerta | Termine data del prezzo di vendita | セール価格の終了日 | 판매 가격 종료 날짜 | Sluttdato for utsalgspris | Einddatum actieprijs | Data zakończenia promocji | Data de preço promocional termina em | Data de término do preço promocional | Дата окончания действия продажной цены | Дата окончания действия скидки | Datum när reapriset upphör | วันสิ้นสุดการลดราคา | İndirimli fiyatın bittiği tarih | Завершення акції | Ngày kết thúc giảm giá | 促销截止日期 | 折扣價結束日期',
  'In stock?':
    'På lager? | Vorrätig? | Σε απόθεμα; | ¿En inventario? | ¿Existencias? | Varasto? | En stock ? | Stok tersedia? | 在庫の有無 | 재고가 있나요? | Op voorraad? | W magazynie? | Em estoque? | Em stock? | В наличии? | I lager? | มีสินค้าในคลังสินค้า? | Stokta? | В наявності? | Còn hàng? | 有货？ | 有庫存？',
  Stock:
    'Lager | Απόθεμα | Inventario | Varasto | Stok | Magazzino | 在庫 | 재고 | Voorraad | Magazyn | Stan magazynowy | Estoque | Запасы | Lagersaldo | คลังสินค้า | Запас | Запаси | Kho | 库存 | 庫存 | Bestand',
  'Backorders allowed?':
    'Restordrer tilladt? | Rückstände erlaubt? | Lieferrückstande erlaubt? | Να επιτρέπονται λίστες αναμονής; | ¿Permitir reservas de productos agotados? | Salli jälkitoimitukset? | Autoriser les commandes de produits en rupture ? | Perbolehkan inden? | Abilita gli ordini arretrati? | お取り寄せを許可する ? | 在庫待ちを許可する ? | 품절 후 주문이 허용됐습니까? | Restordre tillatt? | Nabestellingen toestaan? | Pozwalać na zamówienia oczekujące (na dostawę do magazynu)? | São permitidas encomendas? | Permitir encomendas pendentes? | Возможен ли предзаказ? | Задержанный заказ возможен? | Restorder tillåtet? | Tillåt restnoteringar? | อนุญาตให้จองสินค้าหรือไม่ | Yok satmaya izin? | Дозволити резервування? | Cho phép đặt trước? | 允许缺货下单？ | 允許無庫存下單嗎？',
  'Weight (%s)':
    'Vægt (%s) | Gewicht (%s) | Βάρος (%s) | Peso (%s) | Paino (%s) | Poids (%s) | Berat (%s) | 重量 (%s) | 무게(%s) | Vekt (%s) | Waga (%s) | Вес (%s) | Vikt (%s) | น้ำหนัก (%s) | Ağırlık (%s) | Вага (%s) | Cân nặng (%s)',
  'Sale price':
    'Tilbudspris | Angebotspreis | Τιμή προσφοράς | Precio rebajado | Alennettu hinta | Tarif promo | Harga obral | Prezzo in offerta | セール価格 | 할인 가격 | Utsalgspris | Actieprijs | Cena promocyjna | Preço promocional | Акционная цена | Цена распродажи | Reapris | ราคาที่ลด | İndirimli satış fiyatı | Ціна зі знижкою | Giá khuyến mãi | 促销价格 | 折扣價',
  'Regular price':
    'Normalpris | Regulärer Preis | Κανονική τιμή | Precio normal | Normaali hinta | Tarif régulier | Harga normal | Prezzo di listino | 標準価格 | 정상 가격 | Ordinær pris | Reguliere prijs | Cena | Preço | Preço normal | Базовая цена | Ordinarie pris | ราคาปกติ | Normal fiyat | Звичайна ціна | Giá bán thường | 常规售价 | 原價',
  Categories:
    'Kategorier | Kategorien | Κατηγορίες | Categorías | Osastot | Catégories | Kategori | Categorie | カテゴリー | 카테고리 | Categorieën | Kategorie | Categorias | Категории | หมวดหมู่ | Kategoriler | Категорії | Danh mục | 分类 | 分類',
  Images:
    'Billeder | Bilder | Εικόνες | Imágenes | Kuvat | Gambar-gambar | Immagine | 画像 | 이미지 | Afbeeldingen | Obrazki | Imagens | Изображения | ไฟล์รูปภาพ | Görseller | Зображення | Hình ảnh | 图片 | 圖片',
  Parent:
    'Forældre | Übergeordnetes Produkt | Γονέας | Superior | Ylempi taso | Induk | Genitore | 親 | 상위 | Forelder | Hoofd | Element nadrzędny | Rodzic | Ascendente | Produto ascendente | Pai | Родительский | Förälder | Överordnad | หลัก | Ebeveyn | Предок | Gốc | 父级 | 上層',
  'Attribute %d name':
    'Egenskab %d navn | Attribut %d Name | Όνομα ιδιότητας %d | Nombre del atributo %d | Ominaisuus %d nimi | Nom de l’attribut %d | Nama atribut %d | Attributo %d nome | 属性 %d の名前 | 속성 %d 이름 | Attributt %d navn | Naam eigenschap %d | Nazwa atrybutu %d | Nome do atributo %d | Atributo %d nome | Имя атрибута %d | Название атрибута %d | Attribut %d namn | ชื่อคุณสมบัติ %d | Nitelik %d ismi | Назва %d атрибуту | Tên thuộc tính %d | 属性 %d 名称 | 屬性 %d 名稱',
  'Attribute %d value(s)':
    'Egenskab %d værdi(er) | Attribut %d Wert(e) | Τιμή(ές) ιδιότητας %d | Valor(es) del atributo %d | Ominaisuus %d arvo(t) | Valeur(s) de l’attribut %d | Nilai Atribut %d | Attributo %d valuta(e) | 属性 %d の値 | 속성 %d 값 | Attributt %d verdi(er) | Waarde eigenschap %d | Wartości atrybutu %d | Valores do atributo %d | Atributo %d valor(es) | Значение(-я) аттрибута(-ов) %d | Значения атрибутов %d | Attribut %d värde(n) | ค่าคุณสมบัติ %d | Nitelik %d değer(ler)i | %d значення атрибуту | Giá trị thuộc tính %d | 属性 %d 值 | 屬性 %d 值',
}

/** Finds the columns of a file. The numbers of attributes stay in their names: 'Attribute 1 name'. */
export const wooColumns = columnsOf(
  Object.entries(NAMES).map(([name, others]) => [name, [name, ...others.split(' | ')]]),
)
